package io.rpcstress.analysis.answer;

import static io.rpcstress.analysis.sample.SteadyCells.cell;
import static io.rpcstress.analysis.sample.SteadyCells.costing;
import static io.rpcstress.analysis.sample.SteadyCells.data;
import static io.rpcstress.analysis.sample.SteadyCells.flagged;
import static io.rpcstress.analysis.sample.SteadyCells.halfTimedOut;
import static io.rpcstress.analysis.sample.SteadyCells.point;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import io.rpcstress.analysis.answer.Overview.Row;
import io.rpcstress.analysis.answer.Overview.Scope;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.sample.Cells;
import io.rpcstress.analysis.sample.SweepGenerator;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Dimensions;
import io.rpcstress.measure.RequestMode;
import io.rpcstress.measure.statistics.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the first screen draws: the verdicts' own numbers, and none that nobody may judge. */
class OverviewTest {

  private static final Cell RPCX = cell(point("rpcx", 10), 20_000, 20_300, 19_800, 20_100, 20_050);
  private static final Cell GRPC = cell(point("grpc", 10), 10_000, 10_200, 9_900, 10_050, 10_040);
  private static final Cell TCP = cell(point("tcp", 10), 25_000, 25_200, 24_900, 25_050, 25_030);

  @Test
  void againstTheReportsBaselineItHasTheVerdictsOwnNumbers() {
    SweepData data = data(RPCX, GRPC, TCP);
    Overview overview = only(data);

    assertThat(overview.baseline()).isEqualTo("rpcx");
    List<Comparison> verdicts = Verdicts.of(data).steady();
    assertThat(overview.judgedRows()).hasSameSizeAs(verdicts);
    for (int i = 0; i < verdicts.size(); i++) {
      Row row = overview.judgedRows().get(i);
      assertThat(row.label()).isEqualTo(verdicts.get(i).them());
      assertThat(row.estimate()).isEqualTo(verdicts.get(i).overall());
      assertThat(row.verdict()).isEqualTo(verdicts.get(i).verdict());
    }
    assertThat(Headline.of(overview))
        .isEqualTo("Steady: less time than rpcx: tcp 0.80; more time than rpcx: grpc 2.00.");
  }

  @Test
  void anotherBaselineTurnsTheRatioAroundAndIsJudgedByNobody() {
    Overview overview = only(data(RPCX, GRPC, TCP));
    int grpc = overview.baselines().indexOf("grpc");

    Row rpcx = row(overview.measures().get(0).rows().get(grpc), "rpcx");
    assertThat(rpcx.value()).isCloseTo(0.5, within(0.01));
    assertThat(rpcx.estimate().interval().isKnown()).isTrue();
    assertThat(rpcx.verdict()).isEqualTo(Verdict.NONE);
    assertThat(rpcx.withheld()).isEqualTo("the report's verdicts are against rpcx");
  }

  @Test
  void costsHaveIntervalsAndNoVerdict() {
    Overview overview = only(data(RPCX, GRPC));

    assertThat(overview.measures())
        .extracting(Overview.Measure::id)
        .containsExactly("time", "rate", "client-cpu", "server-cpu");
    Row cpu = overview.measures().get(2).rows().get(0).get(0);
    assertThat(cpu.value()).as("as much a call").isCloseTo(1, within(0.01));
    assertThat(cpu.withheld()).isEqualTo("verdicts are about time");
  }

  @Test
  void whatIsWithheldSaysWhyAndKeepsWhatIsLeftOfItsNumber() {
    Cell rpcx = cell(point("rpcx", 100), 30_000, 30_300, 29_800, 30_100, 30_050);
    Cell lost = flagged(cell(point("grpc", 100), 10_000), 0, "foreign-cpu");
    Overview overview = only(data(RPCX, rpcx, GRPC, lost));

    Row grpc = overview.judgedRows().get(0);
    assertThat(grpc.verdict()).isEqualTo(Verdict.NONE);
    assertThat(grpc.withheld()).isEqualTo("too few processes: 5 more (left out by foreign-cpu)");
    assertThat(grpc.points()).isEqualTo(1);
    assertThat(grpc.value()).isCloseTo(2, within(0.02));
    assertThat(Headline.of(overview))
        .startsWith(
            "Steady: times as long as rpcx: grpc 2.00. No verdict: too few processes: 5 more");
  }

  @Test
  void processesThatDidNotSettleAreInTheNumbersAsAllOthers() {
    Overview found = only(data(RPCX, flagged(GRPC, 2, "not-steady")));

    assertThat(found.scope()).isEqualTo(Scope.WARM);
    assertThat(row(found.judgedRows(), "grpc").estimate())
        .isEqualTo(row(only(data(RPCX, GRPC)).judgedRows(), "grpc").estimate());
    assertThat(Headline.of(found))
        .isEqualTo("Warm, not all shown steady: more time than rpcx: grpc 2.00.");
  }

  @Test
  void callsASecondAreTheOtherWayRound() {
    Overview.Measure rate = only(data(RPCX, GRPC)).measures().get(1);

    assertThat(rate.lowerIsBetter()).isFalse();
    assertThat(rate.rows().get(0).get(0).value()).isCloseTo(0.5, within(0.01));
  }

  /** At 10 threads grpc costs less than openfeign; with 100, where that is unknown, more. */
  @Test
  void rowsRankOverThePointsThatAllOfThemHave() {
    Cell[] cells = {
      costing(RPCX, 10.0),
      costing(at100("rpcx"), 10.0),
      costing(GRPC, 90.0),
      costing(at100("grpc"), 360.0),
      costing(cell(point("openfeign", 10), 9_000, 9_100, 8_900, 9_050, 9_020), 140.0),
      costing(at100("openfeign"), (Double) null)
    };
    Overview.Measure cpu = only(data(cells)).measures().get(3);
    assertThat(cpu.id()).isEqualTo("server-cpu");
    Row grpc = row(cpu.rows().get(0), "grpc");
    Row openfeign = row(cpu.rows().get(0), "openfeign");

    assertThat(grpc.value()).as("the mean of both is 18").isCloseTo(9, within(1e-3));
    assertThat(openfeign.value()).isCloseTo(14, within(1e-3));
    assertThat(List.of(grpc, openfeign))
        .allSatisfy(
            row -> {
              assertThat(row.counted()).isEqualTo("1 of 2");
              assertThat(row.apart()).isFalse();
            });
    Row time = row(only(data(cells)).judgedRows(), "grpc");
    assertThat(time.counted()).as("each measure for itself").isEqualTo("2");
  }

  @Test
  void whoLacksThePointsThatMostHaveIsApart() {
    Overview.Measure cpu =
        only(data(
                costing(RPCX, 10.0),
                costing(at100("rpcx"), 10.0),
                costing(GRPC, 90.0),
                costing(TCP, 5.0),
                costing(at100("openfeign"), 20.0)))
            .measures()
            .get(3);

    assertThat(cpu.rows().get(0))
        .filteredOn(Row::apart)
        .extracting(Row::label)
        .containsExactly("openfeign");
    assertThat(cpu.rows().get(0)).extracting(Row::counted).containsOnly("1 of 2");
    assertThat(row(cpu.rows().get(0), "openfeign").value()).isCloseTo(2, within(1e-3));
  }

  private static Cell at100(String technology) {
    return cell(point(technology, 100), 30_000, 30_300, 29_800, 30_100, 30_050);
  }

  @Test
  void aPercentileOfCallsThatTimedOutIsNotCompared() {
    Overview late = only(data(halfTimedOut(RPCX), halfTimedOut(GRPC)));
    assertThat(late.measures()).extracting(Overview.Measure::id).doesNotContain("p99");
  }

  private static Cell put(String technology, String value, int inFlight, double ms) {
    Dimensions dimensions =
        Dimensions.NONE
            .with(Dimension.OPERATION, "put")
            .with(Dimension.PAYLOAD, "key=64,value=" + value)
            .with(Dimension.IN_FLIGHT, String.valueOf(inFlight));
    return Cells.cell(
        1,
        SweepGenerator.point(technology, 1, 100, RequestMode.TOTAL).with(dimensions),
        Cells.around(ms));
  }

  @Test
  void firstSecondsStandApartAndOneProcessGivesNoInterval() {
    SweepData counted =
        Cells.data(
            List.of(
                Cells.cell(
                    1, SweepGenerator.point("rpcx", 10, 100, RequestMode.TOTAL), Cells.around(40)),
                Cells.cell(
                    2, SweepGenerator.point("grpc", 10, 100, RequestMode.TOTAL), Cells.around(80))),
            List.of());
    List<Overview> both = Findings.of(data(counted, RPCX, GRPC)).overviews();

    assertThat(both).extracting(Overview::scope).containsExactly(Scope.STEADY, Scope.FIRST_SECONDS);
    Row grpc = both.get(1).judgedRows().get(0);
    assertThat(grpc.value()).isCloseTo(2, within(1e-9));
    assertThat(grpc.estimate().interval().isKnown()).isFalse();
    assertThat(grpc.withheld()).isEqualTo("one process a side");
    assertThat(Headline.of(both.get(1)))
        .isEqualTo(
            "First seconds of a JVM: times as long as rpcx: grpc 2.00. No verdict:"
                + " one process a side.");
  }

  @Test
  void withoutAVerdictTheRatiosStandInTheirOrder() {
    Cell rpcx = cell(point("rpcx", 10), 20_000);
    Cell grpc = cell(point("grpc", 10), 40_000);
    Cell tcp = cell(point("tcp", 10), 80_000);

    assertThat(Headline.of(only(data(rpcx, grpc, tcp))))
        .startsWith("Steady: times as long as rpcx: tcp 0.25, grpc 0.50. No verdict: ");
  }

  /** With 64 calls in flight everybody is faster than anybody with one. */
  @Test
  void countedLoopsAreComparedAtTheSameLoadAlone() {
    Overview put =
        only(
            Cells.data(
                List.of(
                    put("rpcx", "512", 1, 40),
                    put("rpcx", "512", 64, 2),
                    put("grpc", "512", 1, 80),
                    put("grpc", "512", 64, 8),
                    put("mml", "512", 2, 1)),
                List.of()));

    assertThat(put.baseline()).isEqualTo("rpcx");
    assertThat(put.hasSeveralLoads()).isTrue();
    assertThat(put.judgedRows())
        .extracting(Row::label, row -> Math.round(100 * row.value()))
        .containsExactly(
            tuple("grpc", 200L), tuple("grpc in-flight 64", 400L), tuple("mml in-flight 2", 0L));
    assertThat(row(put.judgedRows(), "mml in-flight 2").withheld())
        .isEqualTo("no point of the same load that both have whole");
    assertThat(Headline.of(put))
        .isEqualTo(
            "First seconds of a JVM: times as long as rpcx at the same load: grpc 2.00, grpc in-flight"
                + " 64 4.00; no number for mml in-flight 2. No verdict; the reasons differ, and stand"
                + " below.");
  }

  @Test
  void aSweepOfOneSeriesComparesNothing() {
    assertThat(Headline.of(only(data(RPCX))))
        .isEqualTo("Steady: only rpcx was measured, and there is nothing to compare it with.");
  }

  private static Overview only(SweepData data) {
    List<Overview> found = Findings.of(data).overviews();
    assertThat(found).hasSize(1);
    return found.get(0);
  }

  private static Row row(List<Row> rows, String label) {
    return rows.stream().filter(r -> r.label().equals(label)).findFirst().orElseThrow();
  }
}
