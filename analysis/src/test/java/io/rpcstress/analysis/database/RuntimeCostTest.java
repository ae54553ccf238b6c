package io.rpcstress.analysis.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rpcstress.analysis.model.RuntimeCost;
import io.rpcstress.analysis.model.SteadyCell;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.analysis.sample.SweepGenerator;
import io.rpcstress.analysis.table.Table;
import io.rpcstress.analysis.table.Tables;
import io.rpcstress.measure.CallCounts;
import io.rpcstress.measure.Circumstances;
import io.rpcstress.measure.Conditions;
import io.rpcstress.measure.Cost;
import io.rpcstress.measure.EnergyCost;
import io.rpcstress.measure.Flag;
import io.rpcstress.measure.Latency;
import io.rpcstress.measure.Lateness;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.ProcessCost;
import io.rpcstress.measure.ProxyShare;
import io.rpcstress.measure.RawFiles;
import io.rpcstress.measure.RequestMode;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.SelfWatch;
import io.rpcstress.measure.TimedLoad;
import io.rpcstress.measure.WireCost;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What compilers and collectors took, from raw rows to the tables of costs. */
class RuntimeCostTest {

  private static final Instant AT = Instant.parse("2026-01-31T12:00:00Z");
  private static final long CALLS = 1_000;
  private static final Point COUNTED =
      SweepGenerator.point("rpcx", 10, (int) CALLS, RequestMode.TOTAL);

  @TempDir Path folder;

  /** Time in ms that the JVMs took in one run or window. */
  private record Took(
      @Nullable Long clientJit,
      @Nullable Long clientGc,
      @Nullable Long serverJit,
      @Nullable Long serverGc) {}

  private static Point timed() {
    return Point.timed(
        "rpcx",
        Point.EXAMPLE,
        10,
        new TimedLoad(Duration.ofSeconds(10), Duration.ofSeconds(2), 2, Duration.ofSeconds(60)));
  }

  private void measured(Point point, List<String> flags, Took... all) throws Exception {
    List<Run> runs = new ArrayList<>();
    List<Histogram> histograms = new ArrayList<>();
    for (Took took : all) {
      Histogram latencies = new Histogram(3);
      latencies.recordValueWithCount(500_000, CALLS);
      histograms.add(latencies);
      runs.add(
          new Run(
              point,
              1,
              runs.size(),
              2_000_000,
              CallCounts.allOk(CALLS),
              null,
              Latency.of(latencies),
              new Cost(
                  new ProcessCost(100.0, 2 * CALLS, 1L, took.clientGc(), took.clientJit()),
                  new ProcessCost(50.0, CALLS, null, took.serverGc(), took.serverJit()),
                  1L,
                  new WireCost(CALLS, CALLS, 1L, 1L, null),
                  ProxyShare.NONE,
                  EnergyCost.UNKNOWN),
              new Conditions("greet", 16L, Conditions.CLOSED, "multiplexed:1", 0L),
              SelfWatch.UNKNOWN,
              new TreeSet<>(flags),
              AT.plusSeconds(2L * runs.size()),
              Circumstances.builder().callsUnderWay(9.0).steadyFrom(3).build(),
              new Lateness(900, 0)));
    }
    new RawFiles(folder).write(runs, histograms);
  }

  private SweepData imported() throws Exception {
    new SweepGenerator(folder).sweepJson("one");
    SweepFolder sweep = SweepFolder.of(folder, null);
    try (Database database = Database.open(sweep.database(null), Map.of())) {
      Importer.run(sweep, database);
      Cleaner.run(sweep.sweep(), database);
      return SweepReader.read(sweep.sweep().id(), database);
    }
  }

  private static List<String> cells(SweepData data, String id, String unit) {
    Table table = Tables.of(data).stream().filter(t -> t.id().equals(id)).findFirst().orElseThrow();
    return List.of("client JIT, ", "client GC, ", "server JIT, ", "server GC, ").stream()
        .map(name -> table.rows().get(0).get(table.header().indexOf(name + unit)))
        .toList();
  }

  @Test
  void whatTheJvmsTookOfCountedRunsIsThatOfWarmRunsByTheirGoodCalls() throws Exception {
    measured(
        COUNTED,
        List.of(),
        new Took(9_000L, 9_000L, 9_000L, 9_000L),
        new Took(20L, 1L, 40L, 3L),
        new Took(10L, 0L, 20L, 2L));

    SweepData data = imported();

    RuntimeCost found = data.cells().get(0).runtime();
    assertThat(found.clientJitUs()).as("order 0 has no part").isCloseTo(15, within(1e-9));
    assertThat(found.clientGcUs()).isCloseTo(0.5, within(1e-9));
    assertThat(cells(data, "cost-per-call", "us"))
        .containsExactly("15.00", "0.50", "30.00", "2.50");
  }

  @Test
  void aCountedRunThatDoesNotSayLeavesItEmptyAndNever0() throws Exception {
    measured(
        COUNTED,
        List.of(),
        new Took(1L, 1L, 1L, 1L),
        new Took(20L, 0L, 40L, null),
        new Took(null, 0L, 20L, 2L));

    assertThat(cells(imported(), "cost-per-call", "us")).containsExactly("", "0.00", "30.00", "");
  }

  @Test
  void whatTheJvmsTookOfATimedLoopIsThatOfItsWindowsByTheirGoodCalls() throws Exception {
    measured(timed(), List.of(), new Took(2L, 1L, 4L, 3L), new Took(4L, 0L, 2L, 3L));

    SweepData data = imported();

    assertThat(cells(data, "steady-cost", "us/call"))
        .containsExactly("3.00", "0.50", "3.00", "3.00");
  }

  @Test
  void aWindowOrAProcessThatDoesNotSayLeavesItEmptyAndNever0() throws Exception {
    measured(timed(), List.of(), new Took(0L, 0L, null, 3L), new Took(0L, 0L, 4L, 3L));
    assertThat(cells(imported(), "steady-cost", "us/call"))
        .containsExactly("0.00", "0.00", "", "3.00");

    measured(
        timed().repeated(1), List.of(), new Took(0L, null, 0L, 3L), new Took(0L, null, 0L, 3L));
    SteadyCell both = imported().steady().get(0);
    assertThat(both.valid()).hasSize(2);
    assertThat(both.runtime()).isEqualTo(new RuntimeCost(0.0, null, null, 3.0));
  }

  @Test
  void processesThatAreLeftOutAreInTheTableOfAllAlone() throws Exception {
    measured(
        timed(),
        List.of(Flag.NOT_STEADY.label()),
        new Took(2L, 1L, 4L, 3L),
        new Took(4L, 0L, 2L, 3L));

    SweepData data = imported();

    assertThat(cells(data, "steady-cost", "us/call")).containsOnly("");
    assertThat(cells(data, "warm", "us/call")).containsExactly("3.00", "0.50", "3.00", "3.00");
  }
}
