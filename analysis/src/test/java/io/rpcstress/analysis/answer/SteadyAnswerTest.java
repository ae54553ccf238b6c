package io.rpcstress.analysis.answer;

import static io.rpcstress.analysis.sample.SteadyCells.cell;
import static io.rpcstress.analysis.sample.SteadyCells.data;
import static io.rpcstress.analysis.sample.SteadyCells.flagged;
import static io.rpcstress.analysis.sample.SteadyCells.point;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rpcstress.analysis.answer.SteadyFloors.SteadyCeiling;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Sweep;
import io.rpcstress.analysis.model.Sweep.Fact;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.sample.Cells;
import io.rpcstress.analysis.sample.SweepGenerator;
import io.rpcstress.analysis.table.SteadyTable;
import io.rpcstress.analysis.table.Table;
import io.rpcstress.measure.LoadShape;
import io.rpcstress.measure.RequestMode;
import io.rpcstress.measure.record.SweepFile;
import io.rpcstress.measure.statistics.Holm;
import io.rpcstress.measure.statistics.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is said of timed loops: the verdicts, whom they are about, and what is withheld. */
class SteadyAnswerTest {

  private static final Cell RPCX = cell(point("rpcx", 10), 20_000, 20_300, 19_800, 20_100, 20_050);
  private static final Cell GRPC = cell(point("grpc", 10), 10_000, 10_200, 9_900, 10_050, 10_040);

  @Test
  void theRatioIsOfTimesOverServerStarts() {
    Pair found = only(data(RPCX, GRPC));

    Estimate ratio = found.ratio();
    assertThat(ratio.unit()).isEqualTo(Unit.SERVER);
    assertThat(ratio.interval().value()).as("above 1 is slower").isCloseTo(2, within(0.01));
    assertThat(found.verdict()).isEqualTo(Verdict.SLOWER);
    assertThat(Findings.of(data(RPCX, GRPC)).answer().lines())
        .singleElement()
        .asString()
        .startsWith(
            "At 10 threads, 16 bytes (steady), rpcx takes 49.9 % less time a call than grpc: grpc takes 2.00 times")
        .contains("over server starts");
  }

  @Test
  void whatAFlagInvalidatesIsLeftOutAndSaidOnceByCause() {
    Cell spoilt =
        flagged(
            flagged(
                cell(point("grpc", 10), 10_000, 10_200, 99_000, 88_000, 9_900, 10_050, 10_020),
                2,
                "jitter"),
            3,
            "foreign-cpu",
            "jitter");
    Pair found = only(data(RPCX, spoilt));

    assertThat(found.ratio().interval().value()).isCloseTo(2, within(0.02));
    assertThat(found.verdict()).isEqualTo(Verdict.SLOWER);
    assertThat(Findings.of(data(RPCX, spoilt)).answer().caveats().get(0))
        .startsWith("Steady: numbers are of 10 of 12 processes")
        .endsWith("Left out by cause: 1 by foreign-cpu, 2 by jitter.");
    Table steady = SteadyTable.of(data(RPCX, spoilt)).get(1);
    assertThat(at(steady, 1, "left out")).isEqualTo("2");
    assertThat(at(steady, 1, "left out by")).isEqualTo("foreign-cpu 1, jitter 2");
  }

  /** Long enough is not steady: it may have had a fixed warm-up of the same length. */
  @Test
  void aCalibratedFloorThatWasNeverJudgedSteadyIsNone() {
    Map<String, String> floor = new LinkedHashMap<>();
    floor.put("callsPerSecond", "40000.0");
    floor.put("loop", "timed");
    floor.put("warmSeconds", "20.0");
    floor.put("measuredSeconds", "10.0");
    assertThat(ceiling(floor).withheld()).as("an older file does not say").isEmpty();
    floor.put("judgedSteady", "true");
    assertThat(ceiling(floor).withheld()).isEmpty();
    floor.put("judgedSteady", "false");
    assertThat(ceiling(floor).withheld())
        .containsExactly("the calibration: it was not shown steady");
  }

  private static SteadyCeiling ceiling(Map<String, String> floor) {
    List<Fact> facts = new ArrayList<>();
    floor.forEach(
        (name, value) ->
            facts.add(new Fact(SweepFile.CALIBRATION, "floors.multiplexed.10." + name, value)));
    Sweep sweep = new Sweep("id", "name", null, null, null, null, facts);
    List<SteadyCeiling> found = SteadyFloors.of(data(Cells.nothing(sweep), GRPC)).ceilings();
    assertThat(found).hasSize(1);
    return found.get(0);
  }

  /** One of eight settled, at twice the rate of the others: leaving those out would double it. */
  @Test
  void processesThatDidNotSettleCountAndTheTableSaysWhereTheOthersDiffer() {
    Cell cell =
        cell(point("grpc", 10), 10_000, 10_100, 9_900, 10_050, 10_020, 9_950, 10_080, 20_000);
    Cell unsettled = cell;
    for (int i = 0; i < cell.processes().size() - 1; i++) {
      unsettled = flagged(unsettled, i, "not-steady");
    }

    assertThat(only(data(RPCX, unsettled)).ratio()).isEqualTo(only(data(RPCX, cell)).ratio());
    Table steady = SteadyTable.of(data(RPCX, unsettled)).get(1);
    assertThat(at(steady, 1, "left out")).isEqualTo("0");
    assertThat(at(steady, 1, "settled")).isEqualTo("1");
    assertThat(at(steady, 1, "settled alone")).isEqualTo("outside");
    assertThat(at(steady, 0, "settled alone")).isEmpty();
    assertThat(Findings.of(data(RPCX, unsettled)).answer().caveats())
        .anyMatch(
            line -> line.startsWith("Warm, not all shown steady: 6 of 13 processes settled."));
  }

  @Test
  void tooFewProcessesWithholdAndSayWhy() {
    Cell few = flagged(cell(point("grpc", 10), 10_000, 9_000), 0, "jitter");
    SweepData data = data(RPCX, few);

    assertThat(only(data).verdict()).isEqualTo(Verdict.NONE);
    assertThat(Findings.of(data).answer().lines().get(0))
        .isEqualTo(
            "At 10 threads, 16 bytes (steady), grpc against rpcx: disturbed by jitter: 4 more processes:"
                + " grpc takes 2.23 times rpcx's time a call (too few values, or none that differ: no"
                + " interval).");
    assertThat(Findings.of(data).answer().verdicts().get(0).said())
        .as("with its whole reason, which has a colon")
        .endsWith("disturbed by jitter: 4 more processes");
    Table verdicts = SteadyTable.of(data).get(0);
    assertThat(at(verdicts, 0, "95 % interval")).isEmpty();
    assertThat(at(verdicts, 0, "standing")).isEqualTo("disturbed by jitter: 4 more processes");
  }

  /** What would pass alone does not among many; those of first seconds count as well. */
  @Test
  void allVerdictsOfTheReportAreOneFamily() {
    Cell close = cell(point("grpc", 10), 19_500, 19_900, 19_550, 19_700, 19_950);
    Pair alone = only(data(RPCX, close));
    double p = alone.ratio().interval().pValue();
    assertThat(p).isBetween(Holm.LEVEL / 2, Holm.LEVEL);
    assertThat(alone.verdict()).isEqualTo(Verdict.SLOWER);

    Cell counted = counted("rpcx", 1, 40);
    Cell other = counted("grpc", 2, 40.01);
    SweepData both = data(Cells.data(List.of(counted, other), List.of()), RPCX, close);
    Verdicts mixed = Verdicts.of(both);
    assertThat(mixed.family()).isEqualTo(2);
    assertThat(mixed.of(LoadShape.TIMED).get(0).cutoff())
        .isEqualTo(mixed.of(LoadShape.COUNTED).get(0).cutoff());
    assertThat(mixed.of(LoadShape.TIMED).get(0).verdict()).isEqualTo(Verdict.TOO_CLOSE);
    assertThat(mixed.of(LoadShape.TIMED).get(0).ratio().interval().spans(1))
        .as("the interval that is shown is the one that decides")
        .isTrue();

    Cell[] tied = new Cell[7];
    tied[0] = RPCX;
    tied[1] = close;
    for (int i = 2; i < tied.length; i++) {
      tied[i] = cell(point("technology" + i, 10), 20_000, 20_310, 19_790, 20_090 + i, 20_060);
    }
    List<Pair> many = Verdicts.of(data(tied)).of(LoadShape.TIMED);
    assertThat(many).hasSize(6);
    assertThat(many.get(0).verdict()).isEqualTo(Verdict.TOO_CLOSE);
  }

  @Test
  void pointsOfAnotherLoadAreNotCompared() {
    SweepData data = data(RPCX, cell(point("grpc", 20), 10_000, 10_200, 9_900));
    assertThat(Findings.of(data).answer().lines())
        .containsExactly(
            "At 20 threads, 16 bytes (steady), grpc against rpcx: no point of the same load that both"
                + " have whole: nothing is left to compare.");
  }

  private static Cell counted(String technology, int type, double ms) {
    return Cells.repeated(
        type,
        counted(technology),
        Cells.around(ms),
        Cells.around(ms * 1.02),
        Cells.around(ms * 0.98),
        Cells.around(ms * 1.01),
        Cells.around(ms * 0.99));
  }

  private static io.rpcstress.measure.Point counted(String technology) {
    return SweepGenerator.point(technology, 10, 100, RequestMode.TOTAL);
  }

  private static Pair only(SweepData data) {
    List<Pair> found = Verdicts.of(data).of(LoadShape.TIMED);
    assertThat(found).hasSize(1);
    return found.get(0);
  }

  private static String at(Table table, int row, String column) {
    assertThat(table.header()).contains(column);
    return table.rows().get(row).get(table.header().indexOf(column));
  }
}
