package io.rpcstress.analysis.answer;

import static io.rpcstress.analysis.sample.SteadyCells.cell;
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
import io.rpcstress.measure.LoadShape;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import io.rpcstress.measure.statistics.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the first screen draws: the verdicts' own numbers at one load, and none of two. */
class OverviewTest {

  private static final Cell RPCX = cell(point("rpcx", 10), 20_000, 20_300, 19_800, 20_100, 20_050);
  private static final Cell GRPC = cell(point("grpc", 10), 10_000, 10_200, 9_900, 10_050, 10_040);
  private static final Cell TCP = cell(point("tcp", 10), 25_000, 25_200, 24_900, 25_050, 25_030);

  @Test
  void againstTheReportsBaselineItHasTheVerdictsOwnNumbers() {
    SweepData data = data(RPCX, GRPC, TCP);
    Overview overview = only(data);

    assertThat(overview.baseline()).isEqualTo("rpcx");
    List<Pair> verdicts = Verdicts.of(data).of(LoadShape.TIMED);
    assertThat(overview.judgedRows()).hasSameSizeAs(verdicts);
    for (int i = 0; i < verdicts.size(); i++) {
      Row row = overview.judgedRows().get(i);
      assertThat(row.label()).isEqualTo(verdicts.get(i).cell().point().technology());
      assertThat(row.estimate()).isEqualTo(verdicts.get(i).ratio());
      assertThat(row.standing()).isEqualTo(verdicts.get(i).verdict().label());
      assertThat(row.processes()).isEqualTo(5);
    }
    assertThat(Headline.of(overview))
        .matches(
            "At 10 threads, 16 bytes \\(steady\\): slower than rpcx: grpc 2[.]00 \\(1[.]9. to 2[.]0.\\);"
                + " floor: tcp 0[.]80 \\(0[.]79 to 0[.]81\\)[.]");
    assertThat(Headline.of(only(data(RPCX, TCP))))
        .as("with nothing else it is what was asked about")
        .contains("(steady): faster than rpcx: tcp 0.80 (");
  }

  @Test
  void anotherBaselineTurnsTheRatioAroundAndIsJudgedByNobody() {
    Overview overview = only(data(RPCX, GRPC, TCP));
    int grpc = overview.baselines().indexOf("grpc");

    Row rpcx = row(overview.measures().get(0).rows().get(grpc), "rpcx");
    assertThat(rpcx.value()).isCloseTo(0.5, within(0.01));
    assertThat(rpcx.estimate().interval().isKnown()).isTrue();
    assertThat(rpcx.verdict()).isEqualTo(Verdict.NONE);
    assertThat(rpcx.standing()).isEmpty();
  }

  @Test
  void costsHaveIntervalsAndNoVerdict() {
    Overview overview = only(data(RPCX, GRPC));

    assertThat(overview.measures())
        .extracting(Overview.Measure::id)
        .containsExactly("time", "rate", "client-cpu", "server-cpu");
    Row cpu = overview.measures().get(2).rows().get(0).get(0);
    assertThat(cpu.value()).as("as much a call").isCloseTo(1, within(0.01));
    assertThat(cpu.standing()).isEmpty();
  }

  /** At 10 threads grpc is slower, at 100 faster: a mean of both would be of no load at all. */
  @Test
  void eachLoadHasItsOwnNumbersAndTheMiddleOneComesFirst() {
    SweepData data = data(RPCX, at100("rpcx", 30_000), GRPC, at100("grpc", 60_000));
    List<Overview> found = Findings.of(data).overviews();

    assertThat(found)
        .extracting(Overview::words, Overview::chosen)
        .containsExactly(
            tuple("10 threads, 16 bytes", false), tuple("100 threads, 16 bytes", true));
    assertThat(found)
        .extracting(each -> Math.round(100 * each.judgedRows().get(0).value()))
        .containsExactly(200L, 50L);
    assertThat(Headline.of(found.get(1)))
        .startsWith("At 100 threads, 16 bytes (steady): faster than rpcx: grpc 0.50 (")
        .endsWith("; over all 2 loads 0.50 to 2.00).");
    Row rows = found.get(1).judgedRows().get(0);
    assertThat(rows.range().loads()).isEqualTo(2);
  }

  @Test
  void whatIsDisturbedSaysByWhatAndAnotherLoadKeepsItsNumber() {
    Cell lost = flagged(cell(point("grpc", 100), 10_000), 0, "foreign-cpu");
    List<Overview> found = Findings.of(data(RPCX, at100("rpcx", 30_000), GRPC, lost)).overviews();

    Row grpc = found.get(1).judgedRows().get(0);
    assertThat(grpc.verdict()).isEqualTo(Verdict.NONE);
    assertThat(grpc.standing()).isEqualTo("disturbed by foreign-cpu: 5 more processes");
    assertThat(grpc.hasNumber()).isFalse();
    assertThat(found.get(0).chosen()).as("more technologies carry it").isTrue();
    assertThat(found.get(0).judgedRows().get(0).standing()).isEqualTo("slower");
  }

  @Test
  void callsASecondAreTheOtherWayRound() {
    Overview.Measure rate = only(data(RPCX, GRPC)).measures().get(1);

    assertThat(rate.lowerIsBetter()).isFalse();
    assertThat(rate.rows().get(0).get(0).value()).isCloseTo(0.5, within(0.01));
  }

  private static Cell at100(String technology, double rate) {
    return cell(point(technology, 100), rate, rate * 1.01, rate * 0.99, rate * 1.003, rate * 1.002);
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

  /** Also where one technology was measured in several. */
  @Test
  void technologiesInEncodingsOfTheirOwnAreComparedAsPairsInClosedLoopsToo() {
    Point counted = SweepGenerator.point("rpcx", 1, 100, RequestMode.TOTAL);
    Cell rpcx = Cells.cell(1, encoded("protobuf", counted), Cells.around(40));
    Cell grpc = Cells.cell(2, encoded("json", counted.of("grpc", Point.EXAMPLE)), Cells.around(80));
    Cell other = Cells.cell(1, encoded("json", counted), Cells.around(80));

    assertPair(Cells.data(List.of(rpcx, grpc), List.of()), "rpcx/protobuf", "grpc/json");
    assertPair(Cells.data(List.of(rpcx, other), List.of()), "rpcx/json", "rpcx/protobuf");
    assertPair(
        data(
            cell(encoded("protobuf", point("rpcx", 10)), 20_000),
            cell(encoded("json", point("grpc", 10)), 10_000)),
        "rpcx/protobuf",
        "grpc/json");
  }

  private static Point encoded(String encoding, Point point) {
    return point
        .with(Dimension.OPERATION, "message")
        .with(Dimension.PAYLOAD, "encoding=" + encoding)
        .with(Dimension.MESSAGE, "order-0123456789abcdef");
  }

  /** The one with JSON takes twice as long. */
  private static void assertPair(SweepData data, String baseline, String label) {
    Overview found = only(data);
    assertThat(found.baseline()).isEqualTo(baseline);
    assertThat(found.words()).endsWith(", message, each in its own encoding");
    assertThat(only(found).label()).isEqualTo(label);
    assertThat(only(found).value()).isCloseTo(label.endsWith("json") ? 2 : 0.5, within(1e-9));
    assertThat(Findings.of(data).answer().lines().get(0)).contains(label, baseline);
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
    assertThat(grpc.standing()).isEqualTo("too few processes: 4 more");
    assertThat(Headline.of(both.get(1)))
        .isEqualTo(
            "At 10 threads, 100 requests, 16 bytes (first seconds of a JVM): times as long as rpcx:"
                + " grpc 2.00. Too few processes: 4 more.");
  }

  @Test
  void withoutAVerdictTheRatiosStandInTheirOrder() {
    Cell rpcx = cell(point("rpcx", 10), 20_000);
    Cell grpc = cell(point("grpc", 10), 40_000);
    Cell tcp = cell(point("tcp", 10), 80_000);

    assertThat(Headline.of(only(data(rpcx, grpc, tcp))))
        .isEqualTo(
            "At 10 threads, 16 bytes (steady): times as long as rpcx: grpc 0.50; floor: tcp 0.25."
                + " Too few processes: 4 more.");
  }

  /** With 64 calls in flight everybody is faster than anybody with one. */
  @Test
  void callsOfOneLoadAreComparedInTheSameWayAlone() {
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
    assertThat(put.hasSeveralWays()).isTrue();
    assertThat(put.judgedRows())
        .extracting(Row::label, row -> Math.round(100 * row.value()))
        .containsExactly(
            tuple("grpc", 200L), tuple("grpc in-flight 64", 400L), tuple("mml in-flight 2", 0L));
    assertThat(row(put.judgedRows(), "mml in-flight 2").standing())
        .isEqualTo("no point of the same load that both have whole");
    assertThat(Headline.of(put))
        .isEqualTo(
            "At 1 thread, 100 requests, put key=64,value=512 (first seconds of a JVM): times as long"
                + " as rpcx called the same way: grpc 2.00, grpc in-flight 64 4.00; no number for mml"
                + " in-flight 2. Too few processes: 4 more.");
  }

  /** Of another payload the one is no baseline of the other. */
  @Test
  void payloadsAreLoadsOfTheirOwn() {
    List<Overview> found =
        Findings.of(
                Cells.data(
                    List.of(
                        put("rpcx", "8", 1, 40),
                        put("rpcx", "512", 1, 60),
                        put("grpc", "8", 1, 80),
                        put("grpc", "512", 1, 240)),
                    List.of()))
            .overviews();

    assertThat(found)
        .extracting(each -> each.words().replaceFirst(".*put ", ""), each -> only(each).label())
        .containsExactly(tuple("key=64,value=8", "grpc"), tuple("key=64,value=512", "grpc"));
    assertThat(found).extracting(each -> only(each).value()).containsExactly(2.0, 4.0);
  }

  @Test
  void whatDiffersBetweenLoadsIsInTheirNames() {
    assertThat(
            Findings.of(
                    data(
                        RPCX,
                        cell(point("rpcx", 10).with(Dimension.TLS, "on"), 15_000),
                        cell(point("rpcx", 10).with(Dimension.COMPRESSION, "gzip"), 15_000)))
                .overviews())
        .extracting(Overview::words)
        .containsExactlyInAnyOrder(
            "10 threads, 16 bytes, tls off, compression none",
            "10 threads, 16 bytes, tls on, compression none",
            "10 threads, 16 bytes, tls off, compression gzip");
  }

  @Test
  void aSweepOfOneSeriesComparesNothing() {
    assertThat(Headline.of(only(data(RPCX))))
        .isEqualTo(
            "At 10 threads, 16 bytes (steady): only rpcx was measured, and there is nothing to compare it"
                + " with.");
  }

  private static Overview only(SweepData data) {
    List<Overview> found = Findings.of(data).overviews();
    assertThat(found).hasSize(1);
    return found.get(0);
  }

  private static Row only(Overview overview) {
    assertThat(overview.judgedRows()).hasSize(1);
    return overview.judgedRows().get(0);
  }

  private static Row row(List<Row> rows, String label) {
    return rows.stream().filter(r -> r.label().equals(label)).findFirst().orElseThrow();
  }
}
