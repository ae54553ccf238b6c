package io.rpcstress.analysis.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.analysis.model.OpenResult;
import io.rpcstress.analysis.model.Sweep;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.table.Table;
import io.rpcstress.measure.ArrivalShape;
import io.rpcstress.measure.CallCounts;
import io.rpcstress.measure.Latency;
import io.rpcstress.measure.OfferedLoad;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Published orderings of greet-rate beside made-up runs of known medians. */
class GreetRateSectionTest {

  private final GreetRateSection section = new GreetRateSection();

  @Test
  void showsUpForItsRateAndSaysWhereItIsScaledDown() {
    assertThat(section.isIn(data(run("grpc", 100, 60, 0, 2_000)))).isTrue();
    assertThat(section.isIn(data(run("grpc", 200, 60, 0, 2_000)))).isFalse();
    SweepData quick = data(run("grpc", 100, 4, 0, 2_000));
    assertThat(section.isIn(quick)).isTrue();
    assertThat(section.notes(quick))
        .anyMatch(n -> n.startsWith("Scaled down: calls were counted for 4 s"));
    assertThat(section.tables(quick).get(1).rows().get(0).get(1))
        .isEqualTo("bursts arrivals, no warm-up, 4 s of the published 60 s");
    assertThat(section.notes(data(run("grpc", 100, 60, 0, 2_000))))
        .noneMatch(n -> n.startsWith("Scaled down"));
  }

  @Test
  void whatIsPublishedIsWhatWasPublished() {
    Table table = section.tables(data(run("grpc", 100, 60, 0, 2_000))).get(0);
    assertThat(table.rows())
        .contains(List.of("http", "http-form", "0.21", "8.13", "12.59", "20.20", "A"))
        .contains(List.of("tcp", "tcp@pool15", "0.08", "0.87", "1.63", "2.51", "A"));
  }

  /** Published: grpc's median is 2.3 times tcp's. */
  @Test
  void anOrderingIsConfirmedContradictedOrNotShown() {
    assertThat(median(2_000, 2_010, 1_990, 880, 870, 860)).containsExactly("confirmed", "yes");
    assertThat(median(500, 510, 505, 880, 870, 860)).containsExactly("contradicted", "no");
    assertThat(median(900, 840, 880, 880, 870, 860)).containsExactly("no difference shown", "no");
  }

  @Test
  void oneProcessASideCarriesNoVerdict() {
    Table table =
        section.tables(data(run("grpc", 100, 60, 0, 2_000), run("tcp", 100, 60, 0, 870))).get(2);
    assertThat(of(table, "median", "grpc", "tcp").get(8))
        .isEqualTo("no verdict: fewer than two processes a side");
  }

  @Test
  void whatWasNotMeasuredOrRecordedSaysSo() {
    List<Table> tables = section.tables(data(run("grpc", 100, 60, 0, 2_000)));
    assertThat(of(tables.get(2), "fastest", "http", "grpc").get(8))
        .isEqualTo("not measured here: http-form");
    assertThat(tables.get(1).rows().get(0).get(3)).as("the fastest call").isEqualTo("not recorded");
  }

  @Test
  void theFastestCallIsShownWhereItsHistogramWasKept() {
    OpenResult run = run("grpc", 100, 60, 0, 2_000);
    OpenResult kept =
        new OpenResult(
            run.point(),
            run.type(),
            run.offeredPerSecond(),
            run.achievedPerSecond(),
            run.starting(),
            run.server(),
            run.calls(),
            run.response(),
            run.service(),
            520.0,
            run.cost(),
            run.flags());
    assertThat(section.tables(data(kept)).get(1).rows().get(0).get(3)).isEqualTo("0.520");
  }

  /** Published: http's median is 4.07 times grpc's. */
  @Test
  void httpsMedianOverEachOnesStandsBesideThePublishedRatio() {
    Table table =
        section
            .tables(
                data(
                    run("http-form", 100, 60, 0, 8_000),
                    run("http-form", 100, 60, 1, 8_100),
                    run("http-form", 100, 60, 2, 8_050),
                    run("grpc", 100, 60, 0, 2_000),
                    run("grpc", 100, 60, 1, 2_020),
                    run("grpc", 100, 60, 2, 2_010),
                    run("rpcx", 100, 60, 0, 1_000)))
            .get(3);
    assertThat(table.id()).isEqualTo("greet-rate-over-each");
    assertThat(table.rows().stream().map(r -> r.get(0) + " " + r.get(2) + " " + r.get(3)).toList())
        .containsExactly("http-form 1.000 1.000", "grpc 4.065 4.005", "rpcx not published 8.050");
    assertThat(table.rows().get(1).get(4)).as("an interval over processes").startsWith("3.");
    assertThat(table.rows().get(2).get(4)).as("of one process").isEmpty();
  }

  @Test
  void aPlainTcpStandsForThePublishedPoolWhereThatWasNotMeasured() {
    Table table =
        section.tables(data(run("grpc", 100, 60, 0, 2_000), run("tcp", 100, 60, 0, 870))).get(2);
    assertThat(of(table, "median", "grpc", "tcp").get(5)).startsWith("2.299");
  }

  @Test
  void processesOfOneRoundArePairedWhereOneIsMissing() {
    OpenResult first = run("grpc", 100, 60, 0, 2_000);
    OpenResult third = run("grpc", 100, 60, 2, 2_100);
    assertThat(section.measured(data(first, third)).get(0).samples())
        .hasEntrySatisfying(
            "median", sample -> assertThat(sample.processes().keySet()).containsExactly(0, 2));
  }

  /** As on the first screen: one report has one rule for its intervals. */
  @Test
  void meansAndIntervalsAreOverServerStartsWhereTheRowsNameThem() {
    List<Table> tables =
        section.tables(
            data(
                called("server of grpc 0", run("grpc", 100, 60, 0, 1_000)),
                called("server of grpc 1", run("grpc", 100, 60, 1, 4_000)),
                called("server of tcp 0", run("tcp", 100, 60, 0, 870)),
                called("server of tcp 1", run("tcp", 100, 60, 1, 880))));

    assertThat(tables.get(1).rows().get(0).get(5)).as("geometric mean, ms").isEqualTo("2.000");
    assertThat(of(tables.get(2), "median", "grpc", "tcp").get(7))
        .isEqualTo("server start with its client processes");
  }

  private static OpenResult called(String server, OpenResult run) {
    return new OpenResult(
        run.point(),
        run.type(),
        run.offeredPerSecond(),
        run.achievedPerSecond(),
        run.starting(),
        server,
        run.calls(),
        run.response(),
        run.service(),
        run.fastestUs(),
        run.cost(),
        run.flags());
  }

  private List<String> median(double... grpcThenTcpUs) {
    List<OpenResult> runs = new ArrayList<>();
    for (int i = 0; i < grpcThenTcpUs.length; i++) {
      int half = grpcThenTcpUs.length / 2;
      runs.add(run(i < half ? "grpc" : "tcp", 100, 60, i % half, grpcThenTcpUs[i]));
    }
    Table table = section.tables(data(runs.toArray(OpenResult[]::new))).get(2);
    return of(table, "median", "grpc", "tcp").subList(8, 10);
  }

  private static List<String> of(Table table, String quantity, String one, String other) {
    return table.rows().stream()
        .filter(r -> r.subList(0, 3).equals(List.of(quantity, one, other)))
        .findFirst()
        .orElseThrow();
  }

  private static OpenResult run(
      String technology, int rate, int seconds, int repetition, double medianUs) {
    Point point =
        new Point(
            technology,
            Point.EXAMPLE,
            1_000,
            rate * seconds,
            RequestMode.TOTAL,
            repetition,
            new OfferedLoad(ArrivalShape.BURSTS, rate, seconds, 0, 7 + repetition));
    Latency latency =
        new Latency(medianUs, medianUs * 1.8, medianUs * 3, medianUs * 4, medianUs * 5);
    long calls = (long) rate * seconds;
    return new OpenResult(
        point,
        1,
        rate,
        rate,
        "async",
        null,
        new CallCounts(calls, calls, 0, 0, 0),
        latency,
        latency,
        null,
        OpenResult.Cost.UNKNOWN,
        List.of());
  }

  private static SweepData data(OpenResult... runs) {
    return new SweepData(
        new Sweep("id", "name", null, null, null, null, List.of()),
        List.of(),
        List.of(),
        List.of(),
        List.of(runs),
        List.of(),
        List.of());
  }
}
