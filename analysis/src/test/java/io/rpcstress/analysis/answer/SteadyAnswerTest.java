package io.rpcstress.analysis.answer;

import static io.rpcstress.analysis.sample.SteadyCells.cell;
import static io.rpcstress.analysis.sample.SteadyCells.data;
import static io.rpcstress.analysis.sample.SteadyCells.flagged;
import static io.rpcstress.analysis.sample.SteadyCells.onServers;
import static io.rpcstress.analysis.sample.SteadyCells.point;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rpcstress.analysis.answer.Comparison.Unit;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.SteadyCell;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.report.SteadyPages;
import io.rpcstress.analysis.sample.Cells;
import io.rpcstress.analysis.sample.SweepGenerator;
import io.rpcstress.analysis.table.SteadyTable;
import io.rpcstress.analysis.table.Table;
import io.rpcstress.measure.Flag;
import io.rpcstress.measure.RequestMode;
import io.rpcstress.measure.statistics.Holm;
import io.rpcstress.measure.statistics.Nested;
import io.rpcstress.measure.statistics.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is said of timed loops: the verdicts, whom they are about, and what is withheld. */
class SteadyAnswerTest {

  private static final SteadyCell RPCX = cell(point("rpcx", 10), 20_000, 20_300, 19_800, 20_100);
  private static final SteadyCell GRPC = cell(point("grpc", 10), 10_000, 10_200, 9_900, 10_050);

  @Test
  void theRatioIsOfTimesOverServerStarts() {
    SteadyComparison found = only(data(RPCX, GRPC));

    Estimate ratio = found.pairs().get(0).ratio();
    assertThat(ratio.unit()).isEqualTo(Unit.SERVER);
    assertThat(ratio.interval().value()).as("above 1 is slower").isCloseTo(2, within(0.01));
    assertThat(found.verdict()).isEqualTo(Verdict.SLOWER);
    assertThat(Answer.of(data(RPCX, GRPC)).lines())
        .singleElement()
        .asString()
        .startsWith("Steady, rpcx takes 49.9 % less time a call than grpc: grpc takes 2.00 times")
        .contains("over server starts");
  }

  /** Eight clients of two servers are two samples, however close the clients of each are. */
  @Test
  void clientsOfOneServerAreOneSample() {
    double[] clients = {20_000, 20_010, 20_020, 20_030, 16_000, 16_010, 16_020, 16_030};
    String[] shared = {"a", "a", "a", "a", "b", "b", "b", "b"};
    SteadyCell nested = onServers(cell(point("rpcx", 10), clients), shared);

    Estimate rate = ProcessInterval.callsPerSecond(nested).orElseThrow();

    assertThat(rate.unit()).isEqualTo(Unit.SERVER);
    assertThat(rate.interval())
        .isEqualTo(
            Nested.geometricMean(
                List.of(
                    new double[] {20_000, 20_010, 20_020, 20_030},
                    new double[] {16_000, 16_010, 16_020, 16_030})));
    Estimate pooled =
        ProcessInterval.callsPerSecond(
                onServers(nested, null, null, null, null, null, null, null, null))
            .orElseThrow();
    assertThat(pooled.unit()).isEqualTo(Unit.PROCESS);
    assertThat(pooled.interval().width()).isLessThan(rate.interval().width());
    Estimate oneServer =
        ProcessInterval.callsPerSecond(onServers(RPCX, "a", "a", "a", "a")).orElseThrow();
    assertThat(oneServer.unit()).isEqualTo(Unit.CLIENT);
  }

  @Test
  void whatAFlagInvalidatesIsLeftOutAndSaidOnceByCause() {
    SteadyCell spoilt =
        flagged(
            flagged(
                cell(point("grpc", 10), 10_000, 10_200, 99_000, 88_000, 9_900), 2, "not-steady"),
            3,
            "foreign-cpu",
            "not-steady");
    SteadyComparison found = only(data(RPCX, spoilt));

    assertThat(found.pairs().get(0).ratio().interval().value()).isCloseTo(2, within(0.02));
    assertThat(found.verdict()).isEqualTo(Verdict.SLOWER);
    assertThat(Answer.of(data(RPCX, spoilt)).caveats().get(0))
        .startsWith("Steady: numbers are of 7 of 9 processes")
        .endsWith("Left out by cause: 1 by foreign-cpu, 2 by not-steady.");
    assertThat(at(SteadyTable.of(data(RPCX, spoilt)).get(1), 1, "left out"))
        .isEqualTo("2: foreign-cpu 1, not-steady 2");
  }

  @Test
  void tooFewProcessesWithholdAndSayWhy() {
    SteadyCell few = flagged(cell(point("grpc", 10), 10_000, 9_000), 0, "not-steady");
    SweepData data = data(RPCX, few);

    assertThat(only(data).verdict()).isEqualTo(Verdict.NONE);
    assertThat(Answer.of(data).lines().get(0))
        .isEqualTo(
            "Steady, no verdict between rpcx and grpc (withheld, too few processes: grpc has 1 of 2"
                + " left, 2 needed (left out by not-steady)): grpc takes 2.23 times rpcx's time a call"
                + " (too few values, or none that differ: no interval).");
    assertThat(Answer.of(data).verdicts().get(0).said())
        .as("with its whole reason, which has a colon")
        .endsWith("too few processes: grpc has 1 of 2 left, 2 needed (left out by not-steady))");
    Table verdicts = SteadyTable.of(data).get(0);
    assertThat(at(verdicts, 0, "verdict")).isEqualTo("no verdict");
    assertThat(at(verdicts, 0, "95 % interval")).isEmpty();
    assertThat(at(verdicts, 0, "withheld because")).startsWith("too few processes: grpc");
  }

  @Test
  void whereNoProcessIsLeftNoNumberIs() {
    SteadyCell none =
        flagged(flagged(cell(point("grpc", 10), 10_000, 9_000), 0, "not-steady"), 1, "jitter");

    assertThat(ProcessInterval.callsPerSecond(none)).isEmpty();
    assertThat(Answer.of(data(RPCX, none)).lines().get(0)).endsWith("nothing is left to compare.");
    assertThat(at(SteadyTable.of(data(RPCX, none)).get(1), 1, "calls/s")).isEmpty();
    assertThat(at(SteadyTable.of(data(RPCX, none)).get(0), 0, "time ratio")).isEmpty();
  }

  @Test
  void whereOneThreadCountHasNoNumberTheOthersAreStillSaid() {
    SteadyCell none =
        flagged(flagged(cell(point("grpc", 20), 10_000, 9_000), 0, "not-steady"), 1, "jitter");
    SteadyCell ours = cell(point("rpcx", 20), 20_000, 20_300);
    SteadyCell slower = cell(point("grpc", 10), 10_000, 10_100);

    assertThat(Answer.of(data(RPCX, ours, slower, none)).lines().get(0))
        .contains(
            "there is no mean over 2 thread counts; where both have a number (10 threads) grpc"
                + " takes 1.99 times rpcx's time a call.")
        .doesNotContain("nothing is left");
  }

  @Test
  void theGeometricMeanIsWithheldWhereOneThreadCountIs() {
    SteadyCell rpcx = cell(point("rpcx", 100), 30_000, 30_300, 29_800, 30_100);
    SteadyCell grpc = cell(point("grpc", 100), 10_000, 10_200, 9_900, 10_050);

    SteadyComparison whole = only(data(RPCX, rpcx, GRPC, grpc));
    assertThat(whole.overall().unit()).isEqualTo(Unit.SERVER);
    assertThat(whole.overall().interval().value()).isCloseTo(Math.sqrt(6), within(0.02));
    assertThat(whole.verdict()).isEqualTo(Verdict.SLOWER);

    SteadyCell single = cell(point("grpc", 100), 10_000);
    SweepData data = data(RPCX, rpcx, GRPC, single);
    assertThat(only(data).verdict()).isEqualTo(Verdict.NONE);
    assertThat(Answer.of(data).lines().get(0))
        .contains("(withheld at 1 of 2 thread counts, too few processes: grpc has 1 of 1 left")
        .endsWith("rpcx is faster at 1 of 2 thread counts, 1 are withheld.");
  }

  /** A round of which a process is left out at one thread count is in no mean over all. */
  @Test
  void theMeanIsOverRoundsThatAreWhole() {
    SteadyCell rpcx = cell(point("rpcx", 100), 30_000, 30_300, 29_800, 30_100);
    SteadyCell grpc =
        flagged(cell(point("grpc", 100), 10_000, 90_000, 9_900, 10_050), 1, "not-steady");
    assertThat(only(data(RPCX, rpcx, GRPC, grpc)).overall().interval())
        .isEqualTo(
            only(data(without(RPCX, 1), without(rpcx, 1), without(GRPC, 1), without(grpc, 1)))
                .overall()
                .interval());
  }

  /** What would pass alone does not among many; those of first seconds count as well. */
  @Test
  void allVerdictsOfTheReportAreOneFamily() {
    SteadyCell close = cell(point("grpc", 10), 19_500, 19_900, 19_550, 19_700);
    SteadyComparison alone = only(data(RPCX, close));
    double p = alone.overall().interval().pValue();
    assertThat(p).isBetween(Holm.LEVEL / 2, Holm.LEVEL);
    assertThat(alone.verdict()).isEqualTo(Verdict.SLOWER);

    Cell counted = counted("rpcx", 1, 40);
    Cell other = counted("grpc", 2, 40.01);
    SweepData both = data(Cells.data(List.of(counted, other), List.of()), RPCX, close);
    Verdicts mixed = Verdicts.of(both);
    assertThat(mixed.family()).isEqualTo(2);
    assertThat(mixed.steady().get(0).cutoff()).isEqualTo(mixed.firstSeconds().get(0).cutoff());
    assertThat(mixed.steady().get(0).verdict()).isEqualTo(Verdict.NO_DIFFERENCE);

    SteadyCell[] tied = new SteadyCell[7];
    tied[0] = RPCX;
    tied[1] = close;
    for (int i = 2; i < tied.length; i++) {
      tied[i] = cell(point("technology" + i, 10), 20_000, 20_310, 19_790, 20_090 + i);
    }
    List<SteadyComparison> many = Verdicts.of(data(tied)).steady();
    assertThat(many).hasSize(6);
    assertThat(many.get(0).verdict()).isEqualTo(Verdict.NO_DIFFERENCE);
  }

  @Test
  void latenciesOfASmallerLoadAreNotCompared() {
    Table equal = SteadyTable.of(data(RPCX, GRPC)).get(0);
    assertThat(at(equal, 0, "p99 ratio")).isEqualTo("1.998");

    String flag = Flag.UNDER_THREADS.label();
    SweepData data = data(flagged(RPCX, 1, flag), GRPC);
    Table verdicts = SteadyTable.of(data).get(0);
    assertThat(at(verdicts, 0, "p50 ratio")).isEqualTo("withheld: under-threads");
    assertThat(at(verdicts, 0, "p99 ratio")).isEqualTo("withheld: under-threads");
    assertThat(at(verdicts, 0, "verdict")).as("rates hold").isEqualTo("slower");
    assertThat(at(SteadyTable.of(data).get(1), 0, "p50, us")).endsWith("<");
  }

  @Test
  void steadyComesFirstAndIsNeverMixedWithFirstSeconds() {
    SweepData counted =
        Cells.data(
            List.of(
                Cells.cell(1, counted("rpcx"), Cells.around(40)),
                Cells.cell(2, counted("grpc"), Cells.around(80))),
            List.of());
    Answer answer = Answer.of(data(counted, RPCX, GRPC));

    assertThat(answer.lines()).hasSize(2);
    assertThat(answer.lines().get(0)).startsWith("Steady, rpcx takes");
    assertThat(answer.lines().get(1))
        .startsWith("In the first seconds of a JVM, no verdict between rpcx and grpc");
    assertThat(answer.conditions())
        .startsWith("On these hosts, for this payload (steady: greet of 16 bytes, closed loop, 5")
        .contains("; the first seconds of a JVM: greet");
    assertThat(Answer.of(counted).lines().get(0)).startsWith("No verdict between rpcx and grpc");
  }

  @Test
  void aWarmUpOfFixedLengthShowsNoSteadyState() {
    Answer answer =
        Answer.of(
            data(
                cell(point("rpcx", 10, null), 20_000, 20_300, 19_800),
                cell(point("grpc", 10, null), 10_000, 10_200, 9_900)));
    assertThat(answer.lines().get(0))
        .startsWith("Warm, assumed steady, no verdict between rpcx and grpc")
        .contains(
            "(withheld, the steady state is assumed, not shown (--until-steady would show it))");
    assertThat(answer.caveats()).anyMatch(c -> c.contains("nobody asked for the steady state"));
  }

  @Test
  void aReportOfTimedPointsOnlyIsWhole() {
    assertThat(Answer.of(data(RPCX)).lines())
        .containsExactly("Steady: only rpcx was measured, and there is no other beside it.");
    String page = SteadyPages.html(data(RPCX, GRPC));
    assertThat(page)
        .contains("<strong>Steady, rpcx takes", "<dt>points with a result</dt><dd>2</dd>")
        .contains("<dt>technologies</dt><dd>2</dd>")
        .doesNotContain("No point of a counted loop", "<p>Nothing was measured yet");
  }

  @Test
  void pointsOfAnotherLoadAreNotCompared() {
    SweepData data = data(RPCX, cell(point("grpc", 20), 10_000, 10_200, 9_900));
    assertThat(Answer.of(data).lines())
        .containsExactly(
            "Steady: rpcx and grpc have no point of the same load in common: nothing can be said.");
  }

  private static SteadyCell without(SteadyCell cell, int repetition) {
    return flagged(cell, repetition, "not-steady");
  }

  private static Cell counted(String technology, int type, double ms) {
    return Cells.repeated(
        type,
        counted(technology),
        Cells.around(ms),
        Cells.around(ms * 1.02),
        Cells.around(ms * 0.98));
  }

  private static io.rpcstress.measure.Point counted(String technology) {
    return SweepGenerator.point(technology, 10, 100, RequestMode.TOTAL);
  }

  private static SteadyComparison only(SweepData data) {
    List<SteadyComparison> found = Verdicts.of(data).steady();
    assertThat(found).hasSize(1);
    return found.get(0);
  }

  private static String at(Table table, int row, String column) {
    assertThat(table.header()).contains(column);
    return table.rows().get(row).get(table.header().indexOf(column));
  }
}
