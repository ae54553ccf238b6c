package io.rpcstress.analysis.answer;

import static io.rpcstress.analysis.sample.Cells.around;
import static io.rpcstress.analysis.sample.Cells.cell;
import static io.rpcstress.analysis.sample.Cells.repeated;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rpcstress.analysis.answer.Comparison.Unit;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.ProcessRuns;
import io.rpcstress.analysis.sample.Cells;
import io.rpcstress.analysis.sample.SweepGenerator;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import io.rpcstress.measure.statistics.Holm;
import io.rpcstress.measure.statistics.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ComparisonTest {

  @Test
  void aSinglePointOfSingleProcessesCarriesNoVerdict() {
    Comparison found =
        Comparisons.counted(
            "us",
            "them",
            List.of(cell(2, point("grpc", 10), around(80))),
            List.of(cell(1, point("rpcx", 10), around(40))));

    assertThat(found.overall().unit()).isEqualTo(Unit.RUN);
    assertThat(found.overall().interval().low()).as("the interval is shown").isGreaterThan(1.9);
    assertThat(found.verdict()).isEqualTo(Verdict.NONE);
    assertThat(found.with(Verdict.SLOWER)).isEmpty();
    assertThat(found.leaning()).isEqualTo(Verdict.SLOWER);
  }

  @Test
  void processesOnOneSideOnlyAreNotEnough() {
    Comparison found =
        Comparisons.counted(
            "us",
            "them",
            List.of(repeated(2, point("grpc", 10), around(80), around(81))),
            List.of(cell(1, point("rpcx", 10), around(40))));

    assertThat(found.overall().unit()).isEqualTo(Unit.RUN);
    assertThat(found.verdict()).isEqualTo(Verdict.NONE);
  }

  @Test
  void theUnitIsTheProcessHoweverCloseTheRunsInItAre() {
    // Runs within 1 % of each other, processes 30 % apart: over runs a difference would be shown.
    Cell one =
        repeated(1, point("rpcx", 10), around(40), around(52), around(44), around(48), around(42));
    Cell other =
        repeated(2, point("grpc", 10), around(46), around(41), around(53), around(43), around(49));

    Comparison found = Comparisons.counted("us", "them", List.of(other), List.of(one));

    assertThat(found.overall().unit()).isEqualTo(Unit.PROCESS);
    assertThat(found.overall().interval().spans(1)).isTrue();
    assertThat(found.verdict()).isEqualTo(Verdict.TOO_CLOSE);
  }

  /** Five clients of one server are five looks at that server, not at the technology. */
  @Test
  void theUnitIsTheServerWhereSeveralClientsShareOne() {
    Random random = new Random(7);
    Cell one = served(random, "rpcx", 40, "a", "a", "b", "b", "c", "c");
    Cell other = served(random, "grpc", 60, "x", "x", "y", "y", "z", "z");

    Comparison found = Comparisons.counted("us", "them", List.of(other), List.of(one));

    assertThat(found.overall().unit()).isEqualTo(Unit.SERVER);
    assertThat(found.verdict()).isEqualTo(Verdict.SLOWER);
    double wide = Math.log(found.overall().interval().width());
    Cell shared = served(new Random(7), "rpcx", 40, "a", "a", "a", "a", "a", "a");
    Comparison clients = Comparisons.counted("us", "them", List.of(other), List.of(shared));
    assertThat(clients.overall().unit())
        .as("one side's server never varied")
        .isEqualTo(Unit.CLIENT);
    assertThat(Math.log(clients.overall().interval().width())).isLessThan(wide * 10);
  }

  @Test
  void roundsThatShareAServerAreOneGroup() {
    Random random = new Random(9);
    List<Cell> ones = new ArrayList<>();
    List<Cell> others = new ArrayList<>();
    for (int threads : List.of(10, 100)) {
      ones.add(at(threads, served(random, "rpcx", 40, "a", "a", "b", "c")));
      others.add(at(threads, served(random, "grpc", 60, "u", "v", "w", "w")));
    }

    // Rounds 0 and 1 share a; 2 and 3 share w: two groups are left of four.
    Comparison found = Comparisons.counted("us", "them", others, ones);
    assertThat(found.overall().unit()).isEqualTo(Unit.SERVER);
    assertThat(found.overall().interval().isKnown()).isTrue();

    // With one more server in common, all of them are one.
    others.set(0, at(10, served(random, "grpc", 60, "u", "w", "w", "w")));
    assertThat(Comparisons.counted("us", "them", others, ones).overall().unit())
        .isEqualTo(Unit.CLIENT);
  }

  /** Processes of one round were measured together, and meet each other. */
  @Test
  void aFailedProcessLeavesItsRoundToNobody() {
    Cell whole = repeated(1, point("rpcx", 10), around(40), around(50), around(60));

    assertThat(Sample.of(whole, ProcessRuns::timeTotalAvg).rounds()).containsExactly(0, 1, 2);
    Sample left = Sample.of(Cells.without(whole, 0), ProcessRuns::timeTotalAvg);
    assertThat(left.rounds()).containsExactly(1, 2);
    assertThat(left.at(2)).isCloseTo(60, within(1e-9));
  }

  /** Of twenty ties one shows a difference; judged together none does. */
  @Test
  void theVerdictsOfAReportAreCorrectedTogether() {
    Random random = new Random(12);
    List<Comparison> single = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      single.add(
          Comparisons.counted(
              "us",
              "them",
              List.of(noisy(random, "grpc", 10 + i, 40)),
              List.of(noisy(random, "rpcx", 10 + i, 40))));
    }
    assertThat(single).anyMatch(c -> c.verdict() != Verdict.TOO_CLOSE);

    double cutoff = Holm.cutoff(single.stream().flatMapToDouble(Comparison::tested).toArray());
    assertThat(single.stream().map(each -> each.cutAt(cutoff)).toList())
        .allMatch(c -> c.verdict() == Verdict.TOO_CLOSE)
        .as("and its interval says so, too")
        .allMatch(c -> c.overall().interval().spans(1));
  }

  @Test
  void aTechnologyAgainstItselfTies() {
    Random random = new Random(3);
    List<Cell> ones = new ArrayList<>();
    List<Cell> others = new ArrayList<>();
    for (int threads : List.of(10, 100, 990)) {
      ones.add(noisy(random, "rpcx", threads, 40));
      others.add(noisy(random, "rpcx", threads, 40));
    }

    assertThat(Comparisons.counted("us", "them", others, ones).verdict())
        .isEqualTo(Verdict.TOO_CLOSE);
  }

  @Test
  void aDifferenceBeyondTheNoiseOfProcessesIsShown() {
    Random random = new Random(5);
    List<Cell> ones = new ArrayList<>();
    List<Cell> others = new ArrayList<>();
    // Three times slower at some points and half as slow at others: that spread is no noise.
    for (int threads : List.of(10, 100, 990)) {
      ones.add(noisy(random, "rpcx", threads, 40));
      others.add(noisy(random, "grpc", threads, threads == 990 ? 180 : 60));
    }

    Comparison found = Comparisons.counted("us", "them", others, ones);

    assertThat(found.overall().unit()).isEqualTo(Unit.PROCESS);
    assertThat(found.verdict()).isEqualTo(Verdict.SLOWER);
    assertThat(found.overall().interval().value())
        .isCloseTo(Math.cbrt(1.5 * 1.5 * 4.5), within(0.1));
    assertThat(found.with(Verdict.SLOWER)).hasSize(3);
    Answer answer = Findings.of(Cells.data(append(ones, others), List.of())).answer();
    assertThat(answer.lines().get(0))
        .contains("over processes", "rpcx is faster at 3 of 3")
        .doesNotContain("no verdict");
    assertThat(answer.caveats())
        .anyMatch(caveat -> caveat.contains("numbers are of 30 of 30 processes"));
  }

  private static List<Cell> append(List<Cell> ones, List<Cell> others) {
    List<Cell> all = new ArrayList<>(ones);
    all.addAll(others);
    return all;
  }

  /** One process a server name, within 4 % of each other. */
  private static Cell served(Random random, String technology, double ms, String... servers) {
    double[][] times = new double[servers.length][];
    Arrays.setAll(times, i -> around(ms * (0.98 + random.nextDouble() / 25)));
    Cell cell = repeated(technology.equals("rpcx") ? 1 : 2, point(technology, 10), times);
    return Cells.onServers(cell, servers);
  }

  private static Cell at(int threads, Cell cell) {
    return Cells.moved(cell, point(cell.point().technology(), threads));
  }

  /** Five processes within 4 % of each other. */
  private static Cell noisy(Random random, String technology, int threads, double ms) {
    double[][] times = new double[5][];
    Arrays.setAll(times, i -> around(ms * (0.98 + random.nextDouble() / 25)));
    return repeated(technology.equals("rpcx") ? 1 : 2, point(technology, threads), times);
  }

  private static Point point(String technology, int threads) {
    return SweepGenerator.point(technology, threads, 100, RequestMode.TOTAL);
  }
}
