package io.rpcstress.analysis.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rpcstress.analysis.answer.ProcessInterval;
import io.rpcstress.analysis.model.PointTotals;
import io.rpcstress.analysis.model.SteadyCell;
import io.rpcstress.analysis.model.SteadyCost;
import io.rpcstress.analysis.model.SteadyProcess;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.sample.SweepGenerator;
import io.rpcstress.analysis.table.SteadyTable;
import io.rpcstress.analysis.table.Table;
import io.rpcstress.measure.CallCounts;
import io.rpcstress.measure.Circumstances;
import io.rpcstress.measure.Conditions;
import io.rpcstress.measure.Cost;
import io.rpcstress.measure.EnergyCost;
import io.rpcstress.measure.FailedPoint;
import io.rpcstress.measure.FailureCause;
import io.rpcstress.measure.Flag;
import io.rpcstress.measure.Latency;
import io.rpcstress.measure.Lateness;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.ProcessCost;
import io.rpcstress.measure.ProxyShare;
import io.rpcstress.measure.RawFiles;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.SelfWatch;
import io.rpcstress.measure.TimedLoad;
import io.rpcstress.measure.WireCost;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Timed loops from their files to their table. */
class SteadyReaderTest {

  private static final Instant AT = Instant.parse("2026-01-31T12:00:00Z");

  @TempDir Path folder;

  private static Point point(int windows, boolean untilSteady) {
    return Point.timed(
        "rpcx",
        Point.EXAMPLE,
        10,
        new TimedLoad(
            Duration.ofSeconds(10),
            Duration.ofSeconds(2),
            windows,
            untilSteady ? Duration.ofSeconds(60) : null));
  }

  /** A process whose windows have 1000, 2000, ... good calls, each of the latency, in 2 s. */
  private void process(Point point, int windows, long latencyUs, String... flags)
      throws IOException {
    List<Run> runs = new ArrayList<>();
    List<Histogram> histograms = new ArrayList<>();
    for (int i = 0; i < windows; i++) {
      long calls = 1_000L * (i + 1);
      Histogram latencies = new Histogram(3);
      latencies.recordValueWithCount(latencyUs * 1_000, calls);
      runs.add(
          new Run(
              point,
              1,
              i,
              2_000_000,
              CallCounts.allOk(calls),
              null,
              Latency.of(latencies),
              new Cost(
                  new ProcessCost(30.0 * (i + 1), 2 * calls, 1L, 0L, i + 1L),
                  new ProcessCost(15.0 * (i + 1), calls, null, null, null),
                  1L,
                  new WireCost(100 * calls, 50 * calls, 1L, 1L, null),
                  ProxyShare.NONE,
                  EnergyCost.UNKNOWN),
              new Conditions("greet", 16L, Conditions.CLOSED, "multiplexed:1", 0L),
              SelfWatch.UNKNOWN,
              new TreeSet<>(List.of(flags)),
              AT.plusSeconds(2L * i),
              Circumstances.builder()
                  .callsUnderWay(9.0)
                  .steadyFrom(3)
                  .server(AT.plusSeconds(point.repetition()), "4711")
                  .build(),
              new Lateness(900, i)));
      histograms.add(latencies);
    }
    new RawFiles(folder).write(runs, histograms);
  }

  private SweepData imported() throws Exception {
    SweepFolder sweep = SweepFolder.of(folder, null);
    try (Database database = Database.open(sweep.database(null), Map.of())) {
      assertThat(Importer.run(sweep, database).unreadable()).isEmpty();
      Cleaner.run(sweep.sweep(), database);
      return SweepReader.read(sweep.sweep().id(), database);
    }
  }

  @Test
  void allWindowsTogetherAreTheNumberAndCountedLoopsKeepTheirs() throws Exception {
    new SweepGenerator(folder).sweepJson("one").point("rpcx", 10, 10);
    SweepData before = imported();
    process(point(3, false), 3, 500);
    process(point(3, false).repeated(1), 3, 700);

    SweepData data = imported();

    assertThat(data.cells()).isEqualTo(before.cells());
    SteadyCell cell = data.steady().get(0);
    assertThat(data.steady()).hasSize(1);
    assertThat(cell.processes()).hasSize(2);
    assertThat(cell.processes().get(0).callsOk()).as("order 0 is a window too").isEqualTo(6_000);
    assertThat(ProcessInterval.callsPerSecond(cell).orElseThrow().interval().value())
        .isCloseTo(1_000, within(0.001));
    assertThat(cell.latency().samples()).isEqualTo(12_000);
    assertThat(cell.latency().at(25)).isCloseTo(500, within(1.0));
    assertThat(cell.latency().at(90)).isCloseTo(700, within(1.0));
    assertThat(cell.clientCpuUs()).isCloseTo(30, within(0.001));
    assertThat(cell.clientCompileUs()).isCloseTo(1, within(0.001));
    assertThat(cell.perCall(SteadyCost::clientCtxSwitches)).isCloseTo(2, within(0.001));
    assertThat(cell.perCall(SteadyCost::serverCtxSwitches)).isCloseTo(1, within(0.001));
    assertThat(cell.perCall(SteadyCost::bytes)).isCloseTo(150, within(0.001));
    assertThat(cell.processes().stream().map(SteadyProcess::server))
        .as("one id, two starts")
        .doesNotHaveDuplicates()
        .allMatch(server -> server.startsWith("4711 2026-01-31T12:00:0"));
    PointTotals totals = data.totals().get(0);
    assertThat(data.totals()).as("of one point, whose rows have a limit").hasSize(1);
    assertThat(totals.callsOk()).isEqualTo(12_000);
    assertThat(totals.callsLate()).isEqualTo(2 * (0 + 1 + 2));
    assertThat(totals.timeMs()).isEqualTo(12_000);
    assertThat(cell.conditions().operation()).isEqualTo("greet");
    assertThat(cell.callsUnderWay()).isCloseTo(9, within(0.001));
    Table table = SteadyTable.of(data).get(0);
    assertThat(table.rows()).hasSize(1);
    assertThat(table.rows().get(0)).contains("rpcx", "1000.0", "not asked", "9.0");
  }

  @Test
  void aProcessThatDidNotSettleCarriesNoNumber() throws Exception {
    new SweepGenerator(folder).sweepJson("one");
    process(point(2, true), 2, 500);
    process(point(2, true).repeated(1), 2, 9_000, Flag.NOT_STEADY.label());

    SteadyCell cell = imported().steady().get(0);

    assertThat(cell.settled()).hasSize(1);
    assertThat(cell.latency().samples()).isEqualTo(3_000);
    assertThat(cell.flags()).containsExactly("not-steady");
    assertThat(ProcessInterval.callsPerSecond(cell).orElseThrow().interval().isKnown()).isFalse();
  }

  @Test
  void aWindowThatIsMissingIsSaid() throws Exception {
    new SweepGenerator(folder).sweepJson("one");
    process(point(5, false), 2, 500);
    SweepFolder sweep = SweepFolder.of(folder, null);
    try (Database database = Database.open(sweep.database(null), Map.of())) {
      assertThat(Importer.run(sweep, database).unreadable())
          .singleElement()
          .asString()
          .contains("orders 2, 3, 4 are missing");
    }
  }

  @Test
  void aFailedProcessIsListedApartFromTheGrid() throws Exception {
    new SweepGenerator(folder).sweepJson("one").point("rpcx", 10, 10);
    new RawFiles(folder)
        .writeFailed(
            new FailedPoint(
                point(5, false), FailureCause.TIMEOUT, "late", Map.of(), "run", AT, List.of()));

    SweepData data = imported();

    assertThat(data.failures()).isEmpty();
    assertThat(data.steadyFailures())
        .singleElement()
        .satisfies(f -> assertThat(f.point()).isEqualTo(point(5, false)));
  }
}
