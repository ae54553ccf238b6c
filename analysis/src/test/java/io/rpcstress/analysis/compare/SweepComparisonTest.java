package io.rpcstress.analysis.compare;

import static io.rpcstress.analysis.sample.Cells.around;
import static io.rpcstress.analysis.sample.Cells.cell;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.rpcstress.analysis.answer.Pair;
import io.rpcstress.analysis.compare.Gate.Finding;
import io.rpcstress.analysis.compare.Gate.Outcome;
import io.rpcstress.analysis.compare.SweepComparison.Compared;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Offered;
import io.rpcstress.analysis.model.ProcessRuns;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.sample.Cells;
import io.rpcstress.analysis.sample.OpenRuns;
import io.rpcstress.analysis.sample.Row;
import io.rpcstress.analysis.sample.SteadyCells;
import io.rpcstress.analysis.sample.SweepGenerator;
import io.rpcstress.measure.ArrivalShape;
import io.rpcstress.measure.Dimensions;
import io.rpcstress.measure.Flag;
import io.rpcstress.measure.Latency;
import io.rpcstress.measure.OfferedLoad;
import io.rpcstress.measure.OpenRun;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import io.rpcstress.measure.statistics.Verdict;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two sweeps side by side, without files and database. */
class SweepComparisonTest {

  private static Cell grpc(int threads, RequestMode mode, double ms) {
    return cell(2, SweepGenerator.point("grpc", threads, 100, mode), around(ms));
  }

  private static SweepData sweep(Cell... cells) {
    return Cells.data(List.of(cells), List.of());
  }

  /** Each point takes its own time; one sweep lacks some points and has the others in disorder. */
  @Tag("defect")
  @DisplayName("defect 8: two sweeps are joined by the points' keys, not by their rows")
  @Test
  void twoSweepsAreJoinedByTheirPointsKeysNotByTheirRows() {
    SweepData before =
        sweep(
            grpc(10, RequestMode.TOTAL, 10),
            grpc(20, RequestMode.TOTAL, 200),
            grpc(30, RequestMode.TOTAL, 3_000),
            grpc(40, RequestMode.TOTAL, 40_000));
    SweepData after =
        sweep(
            grpc(40, RequestMode.TOTAL, 40_000),
            grpc(10, RequestMode.PER_THREAD, 77),
            grpc(30, RequestMode.TOTAL, 6_000),
            grpc(20, RequestMode.TOTAL, 200));

    SweepComparison comparison = SweepComparison.of(before, after);

    assertThat(comparison.points()).isEqualTo(3);
    for (Compared each : comparison.compared()) {
      Pair pair = each.pair();
      assertThat(pair.cell().point()).isEqualTo(pair.reference().point());
      assertThat(pair.ratio().interval().value())
          .as("%s", pair.point())
          .isCloseTo(pair.point().threadNum() == 30 ? 2 : 1, within(1e-9));
    }
    assertThat(comparison.onlyBefore())
        .extracting(Point::threadNum, Point::requestMode)
        .containsExactly(org.assertj.core.groups.Tuple.tuple(10, RequestMode.TOTAL));
    assertThat(comparison.onlyAfter())
        .extracting(Point::threadNum, Point::requestMode)
        .containsExactly(org.assertj.core.groups.Tuple.tuple(10, RequestMode.PER_THREAD));
  }

  private static SweepData timed(Cell... cells) {
    return SteadyCells.data(cells);
  }

  /** Twice the calls a second is half the time of a call. */
  @Test
  void timedLoopsAreComparedByTheTimeOfACallOverProcesses() {
    Point ten = SteadyCells.point("grpc", 10);
    Point hundred = SteadyCells.point("grpc", 100);
    SweepData before =
        timed(
            SteadyCells.cell(ten, 10_000, 10_200, 9_900, 10_050, 10_030),
            SteadyCells.cell(hundred, 5_000, 5_100, 4_950, 5_020, 5_010),
            SteadyCells.cell(SteadyCells.point("tcp", 10), 7_000, 7_100));
    SweepData after =
        timed(
            SteadyCells.cell(ten, 5_000, 5_100, 4_950, 5_020, 5_010),
            SteadyCells.cell(hundred, 2_500, 2_560, 2_470, 2_515, 2_505));

    SweepComparison found = SweepComparison.of(before, after);

    assertThat(found.compared())
        .extracting(Compared::label, Compared::measured, one -> one.load().words())
        .containsExactly(
            tuple("grpc", "steady, time of a call", "10 threads, 16 bytes"),
            tuple("grpc", "steady, time of a call", "100 threads, 16 bytes"));
    for (Compared each : found.compared()) {
      assertThat(each.pair().ratio().interval().value()).isCloseTo(2, within(0.02));
      assertThat(each.pair().verdict()).isEqualTo(Verdict.SLOWER);
      assertThat(each.pair().ours().size()).isEqualTo(5);
    }
    assertThat(found.compared().get(0).pair().theirs().average()).isCloseTo(100, within(1.0));
    assertThat(gate(found, 1.1).findings())
        .extracting(Finding::outcome)
        .containsExactly(Outcome.FAIL, Outcome.FAIL);
    assertThat(gate(found, 1.1).findings().get(0).words())
        .startsWith("grpc at 10 threads, 16 bytes (steady, time of a call) takes ");
    assertThat(gate(found, 2.5).outcome()).isEqualTo(Outcome.PASS);
    assertThat(gate(SweepComparison.of(after, before), 1.1).outcome()).isEqualTo(Outcome.PASS);
    assertThat(found.onlyBefore()).extracting(Point::technology).containsExactly("tcp");
    assertThat(ComparisonText.of(found, gate(found, 1.1), "--fail-if-slower 10%"))
        .contains(
            ": fail (--fail-if-slower 10%)\n\n- fail: grpc at 10 threads, 16 bytes (steady, time of a"
                + " call) takes ",
            "2 points compared: 2 slower;",
            "| grpc | 10 threads, 16 bytes | steady, time of a call | 5 | 5 | ");
  }

  /** A warm-up of a fixed length is no steady state. */
  @Test
  void whatNobodyShowedSteadyIsNotCalledSteadyAndIsNamedToWhoeverAsksForAGate() {
    Point assumed = SteadyCells.point("grpc", 10, null);

    SweepComparison found =
        SweepComparison.of(
            timed(SteadyCells.cell(assumed, 10_000, 10_200)),
            timed(SteadyCells.cell(assumed, 5_000, 5_100)));

    assertThat(found.compared())
        .extracting(Compared::measured)
        .containsExactly("warm, assumed steady, time of a call");
    assertThat(gate(found, 1.1).outcome()).isEqualTo(Outcome.UNDECIDED);
  }

  @Test
  void whatWasDisturbedHasItsNumbersAndNoVerdictAndEndsNoGate() {
    Point ten = SteadyCells.point("grpc", 10);
    Cell disturbed =
        SteadyCells.flagged(
            SteadyCells.flagged(SteadyCells.cell(ten, 5_000, 5_100), 0, "foreign-cpu"),
            1,
            "foreign-cpu");

    SweepComparison found =
        SweepComparison.of(timed(SteadyCells.cell(ten, 10_000, 10_200)), timed(disturbed));

    Pair grpc = found.compared().get(0).pair();
    assertThat(grpc.verdict()).isEqualTo(Verdict.NONE);
    assertThat(grpc.withheld()).singleElement().asString().contains("disturbed by foreign-cpu");
    assertThat(grpc.ratio().interval().value()).isCloseTo(2, within(0.02));
    assertThat(grpc.ratio().interval().isKnown()).isFalse();
    assertThat(gate(found, 1.1).findings())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.outcome()).isEqualTo(Outcome.UNDECIDED);
              assertThat(finding.words()).contains("disturbed by foreign-cpu");
            });
  }

  private static ProcessRuns open(
      int repetition, double p50, @Nullable Double p99, String... flags) {
    return open(OpenRun.ASYNC, repetition, p50, p99, flags);
  }

  private static ProcessRuns open(
      String starting, int repetition, double p50, @Nullable Double p99, String... flags) {
    OfferedLoad load = new OfferedLoad(ArrivalShape.POISSON, 100, 60, 5, 42 + repetition);
    Point point =
        new Point(
            "grpc", "example", 8, 6_000, RequestMode.TOTAL, repetition, load, Dimensions.NONE);
    Latency response = new Latency(p50, p50, p99, null, 2 * p50);
    return ProcessRuns.of(
        point,
        null,
        List.of(new Row(0, 60_000, 6_000).flags(flags).run()),
        Double.NaN,
        new Offered(100, 100, starting, response, response, 0, null));
  }

  private static SweepData offered(ProcessRuns... runs) {
    return OpenRuns.data(List.of(runs));
  }

  @Test
  void openLoopsAreComparedByTheirResponseTimes() {
    SweepData before =
        offered(
            open(0, 100, 900.0),
            open(1, 104, 950.0),
            open(2, 98, 870.0),
            open(3, 101, 920.0),
            open(4, 99, 890.0));
    SweepData after =
        offered(
            open(0, 300, 910.0),
            open(1, 309, 880.0),
            open(2, 297, 940.0),
            open(3, 304, 900.0),
            open(4, 298, 905.0));

    SweepComparison found = SweepComparison.of(before, after);

    assertThat(found.points()).isEqualTo(1);
    assertThat(found.compared())
        .extracting(Compared::measured, one -> one.pair().verdict())
        .containsExactly(
            tuple("response p50", Verdict.SLOWER), tuple("response p99", Verdict.TOO_CLOSE));
    assertThat(gate(found, 2).findings())
        .extracting(Finding::outcome)
        .containsExactly(Outcome.FAIL, Outcome.PASS);
  }

  /** Processes differ so much that a slowdown of 2 % hides among them. */
  @Test
  void aGateIsUndecidedWhereTheIntervalReachesWhatIsNotAllowed() {
    Point ten = SteadyCells.point("grpc", 10);
    SweepData noisy = timed(SteadyCells.cell(ten, 10_000, 12_000, 9_000, 11_000, 9_500));
    SweepData again = timed(SteadyCells.cell(ten, 9_900, 12_100, 9_100, 10_900, 9_600));

    assertThat(gate(SweepComparison.of(noisy, again), 1.02).findings())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.outcome()).isEqualTo(Outcome.UNDECIDED);
              assertThat(finding.words())
                  .containsPattern(
                      "1\\.020 times is not ruled out; about \\d+ more processes a side would decide$");
            });
    assertThat(gate(SweepComparison.of(noisy, again), 2).outcome()).isEqualTo(Outcome.PASS);
  }

  @Test
  void rowsThatCannotBeReadMatterWhereTheyAreCompared() {
    SweepData one = timed(SteadyCells.cell(SteadyCells.point("grpc", 10), 100, 101, 100, 99, 100));
    SweepComparison same = SweepComparison.of(one, one);

    assertThat(Gate.of(same, 2, Set.of("tcp")).outcome()).isEqualTo(Outcome.PASS);
    assertThat(Gate.of(same, 2, Set.of("grpc")).outcome()).isEqualTo(Outcome.UNDECIDED);
  }

  /** A mean over both loads would hide the one that is slower. */
  @Test
  void aSlowdownAtOneLoadFailsTheGateWhateverTheOthersAre() {
    Point ten = SteadyCells.point("grpc", 10);
    Point hundred = SteadyCells.point("grpc", 100);
    Cell same = SteadyCells.cell(hundred, 5_000, 5_100, 4_950, 5_020, 5_010);
    SweepData before = timed(SteadyCells.cell(ten, 5_000, 5_100, 4_950, 5_020, 5_010), same);
    SweepData after = timed(SteadyCells.cell(ten, 4_000, 4_080, 3_960, 4_016, 4_008), same);
    SweepData faster =
        timed(
            SteadyCells.cell(ten, 4_000, 4_080, 3_960, 4_016, 4_008),
            SteadyCells.cell(hundred, 9_000, 9_180, 8_910, 9_036, 9_018));

    for (SweepData each : List.of(after, faster)) {
      Gate gate = gate(SweepComparison.of(before, each), 1.1);
      assertThat(gate.outcome()).isEqualTo(Outcome.FAIL);
      assertThat(gate.findings())
          .filteredOn(finding -> finding.outcome() == Outcome.FAIL)
          .singleElement()
          .satisfies(
              finding ->
                  assertThat(finding.words()).startsWith("grpc at 10 threads, 16 bytes (steady"));
    }
  }

  /** Their spread says how far a next process lies, and these are not others. */
  @Test
  void aMeasurementBesideItsCopyPassesHoweverNoisyAndFew() {
    SweepData noisy = timed(SteadyCells.cell(SteadyCells.point("grpc", 10), 10_000, 20_000));

    assertThat(gate(SweepComparison.of(noisy, noisy), 1).findings())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.outcome()).isEqualTo(Outcome.PASS);
              assertThat(finding.words()).endsWith("one measurement and its copy");
            });
  }

  private static Gate gate(SweepComparison found, double factor) {
    return Gate.of(found, factor, Set.of());
  }

  @Test
  void aSaturatedOpenLoopCarriesNoVerdictAndAnUnknownPercentileIsNotCompared() {
    SweepData before = offered(open(0, 100, null), open(1, 104, 950.0), open(2, 98, 870.0));
    SweepData after =
        offered(
            open(0, 300, 910.0, Flag.SATURATED.label()),
            open(1, 309, 880.0, Flag.SATURATED.label()),
            open(2, 297, 940.0));

    List<Compared> found = SweepComparison.of(before, after).compared();

    assertThat(found).extracting(Compared::measured).containsExactly("response p50");
    Pair only = found.get(0).pair();
    assertThat(only.verdict()).isEqualTo(Verdict.NONE);
    assertThat(only.withheld())
        .singleElement()
        .asString()
        .isEqualTo("did not hold the rate in 2 of 3 processes");
  }
}
