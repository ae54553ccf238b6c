package io.rpcstress.analysis.answer;

import static io.rpcstress.analysis.sample.Cells.around;
import static io.rpcstress.analysis.sample.Cells.cell;
import static io.rpcstress.analysis.sample.Cells.repeated;
import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Failure;
import io.rpcstress.analysis.sample.Cells;
import io.rpcstress.analysis.sample.SweepGenerator;
import io.rpcstress.measure.FailureCause;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AnswerTest {

  @Test
  void saysWhoIsFasterByHowMuchAndHowSureThatIs() {
    Answer answer =
        answer(
            cell(1, point("rpcx", 10, 100), around(40)),
            cell(1, point("rpcx", 20, 100), around(50)),
            cell(2, point("grpc", 10, 100), around(80)),
            cell(2, point("grpc", 20, 100), around(100)));

    assertThat(answer.conditions())
        .isEqualTo(
            "On these hosts, for this payload (greet of 16 bytes, closed loop, request mode total,"
                + " 10 to 20 threads, 100 requests):");
    assertThat(answer.lines())
        .singleElement()
        .asString()
        .startsWith("rpcx takes 50.0 % less time than grpc: grpc takes 2.00 times rpcx's time")
        .contains("95 % interval 2.00 to 2.00", "rpcx is faster at 2 of 2 points")
        .endsWith("It flips nowhere in this grid.");
  }

  @Test
  void saysWhereItFlips() {
    List<Cell> cells = new ArrayList<>();
    for (int threads = 10; threads <= 100; threads += 10) {
      cells.add(cell(1, point("rpcx", threads, 100), around(40)));
      cells.add(cell(2, point("grpc", threads, 100), around(threads <= 20 ? 30 : 80)));
    }

    assertThat(answer(cells.toArray(new Cell[0])).lines().get(0))
        .contains("rpcx is faster at 8 of 10 points")
        .endsWith(
            "It flips: grpc is faster at 2, 10 threads x 100 requests, 20 threads x 100 requests.");
  }

  @Test
  void anIntervalThatSpansOneShowsNoDifference() {
    Answer answer =
        answer(
            cell(1, point("rpcx", 10, 100), around(40)),
            cell(1, point("rpcx", 20, 100), around(44)),
            cell(2, point("grpc", 10, 100), around(41)),
            cell(2, point("grpc", 20, 100), around(43)));

    assertThat(answer.lines().get(0)).startsWith("No difference shown between rpcx and grpc:");
  }

  @Test
  void theLoserIsToldToo() {
    assertThat(
            answer(
                    repeated(1, point("rpcx", 10, 100), around(80), around(80.1)),
                    repeated(2, point("grpc", 10, 100), around(40), around(40.1)))
                .lines()
                .get(0))
        .startsWith("grpc takes 50.0 % less time than rpcx:")
        .contains("over processes");
  }

  @Test
  void oneProcessEachGivesNoVerdictOnAPoint() {
    Answer answer =
        answer(
            cell(1, point("rpcx", 10, 100), around(80)),
            cell(2, point("grpc", 10, 100), around(40)));

    assertThat(answer.lines().get(0))
        .startsWith("No verdict between rpcx and grpc: grpc takes 0.50 times rpcx's time")
        .contains("interval 0.50 to 0.50 over the correlated runs of single processes");
    assertThat(answer.caveats().get(0)).contains("carries no verdict");
  }

  @Test
  void incompletePointsAreLeftOutAndSaid() {
    Answer answer =
        answer(
            cell(1, point("rpcx", 10, 100), around(80)), cell(2, point("grpc", 10, 100), 40, 41));

    assertThat(answer.lines().get(0)).contains("no sound point in common");
    assertThat(answer.caveats())
        .anyMatch(c -> c.startsWith("1 of 2 points have fewer good orders"));
  }

  @Test
  void failedPointsAreSaid() {
    Failure failure =
        new Failure(
            point("openfeign", 990, 900),
            FailureCause.TIMEOUT,
            "late",
            "",
            "run",
            Instant.EPOCH,
            0);
    Answer answer =
        Answer.of(
            Cells.data(List.of(cell(1, point("rpcx", 10, 100), around(80))), List.of(failure)));

    assertThat(answer.lines().get(0))
        .isEqualTo("rpcx and openfeign have no sound point in common: nothing can be said.");
    assertThat(answer.caveats())
        .contains("openfeign failed at 1 points (timeout): 990 threads x 900 requests.");
  }

  @Test
  void nothingMeasuredSaysNothing() {
    assertThat(answer().lines()).containsExactly("No point has a result, so nothing can be said.");
  }

  private static Answer answer(Cell... cells) {
    return Answer.of(Cells.data(List.of(cells), List.of()));
  }

  private static Point point(String technology, int threads, int requests) {
    return SweepGenerator.point(technology, threads, requests, RequestMode.TOTAL);
  }
}
