package io.rpcstress.analysis.answer;

import static io.rpcstress.analysis.sample.Cells.around;
import static io.rpcstress.analysis.sample.Cells.cell;
import static io.rpcstress.analysis.sample.Cells.repeated;
import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.analysis.flag.CellFlags;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.sample.Cells;
import io.rpcstress.analysis.sample.SweepGenerator;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class AnswerTest {

  @Test
  void saysWhoIsFasterByHowMuchAndHowSureThatIs() {
    Answer answer =
        answer(
            processes(1, point("rpcx", 10, 100), 40),
            processes(1, point("rpcx", 20, 100), 50),
            processes(2, point("grpc", 10, 100), 80),
            processes(2, point("grpc", 20, 100), 100));

    assertThat(answer.conditions())
        .isEqualTo(
            "On these hosts, for this payload (greet of 16 bytes, closed loop, request mode total,"
                + " 10 to 20 threads, 100 requests):");
    assertThat(answer.lines())
        .singleElement()
        .asString()
        .startsWith(
            "At 20 threads, 100 requests, 16 bytes (first seconds of a JVM), rpcx takes 50.0 % less time"
                + " than grpc: grpc takes 2.00 times rpcx's time")
        .contains("95 % t interval 1.9", " over processes")
        .endsWith(
            " Over all 2 loads with a number from 2.00 to 2.00 times: rpcx is faster at 2 of 2.");
    assertThat(answer.caveats())
        .anyMatch(c -> c.startsWith("2 verdicts are judged together"))
        .anyMatch(c -> c.startsWith("rpcx is this project's own library"));
  }

  /** Points are what was asked for, and no sample of anything. */
  @Test
  void pointsOfOneProcessEachCarryNoVerdictHoweverManyTheyAre() {
    List<Cell> cells = new ArrayList<>();
    for (int threads = 10; threads <= 200; threads += 10) {
      cells.add(cell(1, point("rpcx", threads, 100), around(40)));
      cells.add(cell(2, point("grpc", threads, 100), around(80 + threads / 100.0)));
    }

    assertThat(answer(cells.toArray(new Cell[0])).lines().get(0))
        .startsWith(
            "At 110 threads, 100 requests, 16 bytes (first seconds of a JVM), grpc against rpcx: too few"
                + " processes: 4 more: grpc takes 2.03 times rpcx's time")
        .contains("by the runs at hand, which judge no single load, rpcx is faster at 20 of 20");
  }

  @Test
  void whatAFlagInvalidatesIsOutOfVerdictsUntilItIsRepeated() {
    Cell disturbed = processes(2, point("grpc", 20, 100), 100).flagged(List.of("foreign-cpu"));
    Answer answer =
        answer(
            processes(1, point("rpcx", 10, 100), 40),
            processes(1, point("rpcx", 20, 100), 50),
            processes(2, point("grpc", 10, 100), 80),
            disturbed);

    assertThat(answer.lines().get(0))
        .startsWith(
            "At 20 threads, 100 requests, 16 bytes (first seconds of a JVM), grpc against rpcx: disturbed"
                + " by foreign-cpu: grpc takes 2.00 times rpcx's time")
        .contains("rpcx is faster at 1 of 2, 1 is not judged.");
    assertThat(answer.caveats())
        .contains(
            "1 of 4 points is excluded from verdicts by a flag. All flags: foreign-cpu at 1 (takes the"
                + " point out of verdicts until it is measured again).");
  }

  /** Of first seconds the trend is a property: where the ratio goes is said, not hidden. */
  @Test
  void aTrendIsShownAsAPropertyOfTheFirstSeconds() {
    double[] falling = {90, 80, 72, 65, 60, 56, 53, 51, 50};
    double[] slightly = {91, 81, 73, 66, 61, 57, 54, 52, 51};
    Cell rising =
        repeated(
            1,
            point("rpcx", 10, 100),
            falling,
            slightly,
            falling.clone(),
            slightly.clone(),
            falling.clone());
    Answer answer =
        answer(
            rising.flagged(List.of(CellFlags.TREND)),
            repeated(
                2,
                point("grpc", 10, 100),
                around(180),
                around(183),
                around(179),
                around(182),
                around(181)));

    assertThat(answer.lines().get(0))
        .contains("(first seconds of a JVM), rpcx takes ")
        .endsWith(
            "The runs have a trend: the ratio goes from 1.99 in order 1 to 3.62 in"
                + " order 9, which lies outside the interval: this shows nothing about a warm JVM.");
  }

  @Test
  void saysWhereItFlips() {
    List<Cell> cells = new ArrayList<>();
    for (int threads = 10; threads <= 100; threads += 10) {
      cells.add(processes(1, point("rpcx", threads, 100), 40));
      cells.add(processes(2, point("grpc", threads, 100), threads <= 20 ? 30 : 80));
    }

    assertThat(answer(cells.toArray(new Cell[0])).lines().get(0))
        .endsWith("rpcx is faster at 8 of 10, grpc at 2 (10 threads; 20 threads).");
  }

  @Test
  void loadsThatDifferInTheirEncodingAloneAreNamedByIt() {
    List<Cell> cells = new ArrayList<>();
    for (String encoding : List.of("json", "avro")) {
      UnaryOperator<Point> sent =
          point ->
              point
                  .with(Dimension.OPERATION, "message")
                  .with(Dimension.PAYLOAD, "encoding=" + encoding);
      cells.add(processes(1, sent.apply(point("rpcx", 10, 100)), 40));
      cells.add(
          processes(2, sent.apply(point("grpc", 10, 100)), encoding.equals("avro") ? 30 : 80));
    }

    assertThat(answer(cells.toArray(new Cell[0])).lines().get(0))
        .endsWith("rpcx is faster at 1 of 2, grpc at 1 (message encoding=avro).");
  }

  @Test
  void incompletePointsAreLeftOutAndSaid() {
    Answer answer =
        answer(
            cell(1, point("rpcx", 10, 100), around(80)), cell(2, point("grpc", 10, 100), 40, 41));

    assertThat(answer.lines().get(0))
        .endsWith("grpc against rpcx: runs are missing: nothing is left to compare.");
    assertThat(answer.caveats()).anyMatch(c -> c.startsWith("1 of 2 points have fewer good runs"));
  }

  @Test
  void nothingMeasuredSaysNothing() {
    assertThat(answer().lines()).containsExactly("No point has a result, so there is no answer.");
  }

  /** Five processes, 1 % apart. */
  private static Cell processes(int type, Point point, double ms) {
    double[][] times = new double[5][];
    for (int i = 0; i < times.length; i++) {
      times[i] = around(ms * (0.98 + ((i * (type + 2)) % times.length) / 100.0));
    }
    return repeated(type, point, times);
  }

  private static Answer answer(Cell... cells) {
    return Findings.of(Cells.data(List.of(cells), List.of())).answer();
  }

  private static Point point(String technology, int threads, int requests) {
    return SweepGenerator.point(technology, threads, requests, RequestMode.TOTAL);
  }
}
