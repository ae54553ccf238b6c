package io.rpcstress.client.harness.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.engine.point.PointFailure;
import io.rpcstress.engine.point.PointListener;
import io.rpcstress.measure.CallCounts;
import io.rpcstress.measure.Conditions;
import io.rpcstress.measure.Cost;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.EnergyCost;
import io.rpcstress.measure.FailureCause;
import io.rpcstress.measure.Latency;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.ProcessCost;
import io.rpcstress.measure.ProxyShare;
import io.rpcstress.measure.RequestMode;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.SeriesRow;
import io.rpcstress.measure.WireCost;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What several clients had together, from what each of them said. */
final class SeveralClientsTest {

  private static final Point POINT =
      new Point("tcp", Point.EXAMPLE, 4, 3_000, RequestMode.TOTAL)
          .with(Dimension.CLIENT_HOSTS, "2");
  private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

  /** Keeps what it is told. */
  private static final class Told implements PointListener {
    private final List<Run> runs = new ArrayList<>();
    private final List<Histogram> latencies = new ArrayList<>();
    private final List<Run> clients = new ArrayList<>();
    private final List<SeriesRow> series = new ArrayList<>();
    private @Nullable PointFailure failure;

    @Override
    public void run(Run run, Histogram histogram) {
      runs.add(run);
      latencies.add(histogram);
    }

    @Override
    public void client(Run run, Histogram histogram) {
      clients.add(run);
    }

    @Override
    public void series(List<SeriesRow> rows) {
      series.addAll(rows);
    }

    @Override
    public void warning(String line) {}

    @Override
    public void failed(PointFailure why) {
      failure = why;
    }
  }

  private static Run run(Histogram latencies, Instant startedAt, long bytes) {
    return new Run(
        POINT,
        1,
        0,
        Duration.ofSeconds(2).toNanos() / 1_000,
        CallCounts.allOk(latencies.getTotalCount()),
        startedAt.equals(NOON) ? 3_000L : null,
        Latency.of(latencies),
        new Cost(
            new ProcessCost(10.0, 1L, 1L, 0L, 0L),
            ProcessCost.UNKNOWN,
            null,
            new WireCost(bytes, bytes, 10L, 10L, WireCost.INTERFACE),
            ProxyShare.NONE,
            EnergyCost.UNKNOWN),
        new Conditions("greet", 16L, Conditions.CLOSED, "pool:1", 2L),
        new TreeSet<>(),
        startedAt);
  }

  @Test
  void percentilesOfTwoHostsAreThoseOfOneLogOfAllCalls() {
    Random random = new Random(7);
    Histogram log = new Histogram(3);
    Histogram fast = new Histogram(3);
    Histogram slow = new Histogram(3);
    for (int call = 0; call < 2_000; call++) {
      long nanos = 100_000L + random.nextInt(50_000);
      fast.recordValue(nanos);
      log.recordValue(nanos);
    }
    for (int call = 0; call < 1_000; call++) {
      long nanos = 4_000_000L + random.nextInt(90_000_000);
      slow.recordValue(nanos);
      log.recordValue(nanos);
    }
    Told told = new Told();
    SeveralClients clients = new SeveralClients(List.of("A", "A2"), true, told);
    clients.of(0).run(run(fast, NOON, 1_000), fast);
    clients.of(1).run(run(slow, NOON.plusMillis(3), 500), slow);

    assertThat(clients.told(null, "")).isTrue();

    Run whole = told.runs.get(0);
    assertThat(whole.latency()).isEqualTo(Latency.of(log));
    assertThat(told.latencies.get(0)).isEqualTo(log);
    assertThat(whole.calls().ok()).isEqualTo(3_000);
    assertThat(whole.callsPerSecond()).as("1000/s and 500/s").isBetween(1_499.0, 1_501.0);
    assertThat(whole.tps()).as("the requests are all hosts'").isBetween(1_499.0, 1_501.0);
    assertThat(whole.circumstances().releaseSkewMs()).isEqualTo(3);
    assertThat(whole.callsServed()).isEqualTo(3_000);
    assertThat(whole.cost().wire().bytesOut()).as("of both interfaces").isEqualTo(1_500);
    assertThat(whole.conditions().connections()).isEqualTo(4);
    assertThat(told.clients).extracting(r -> r.circumstances().client()).containsExactly(0, 1);
    assertThat(told.clients)
        .extracting(r -> r.cost().wire().bytesOut())
        .containsExactly(1_000L, 500L);
    assertThat(told.clients).extracting(Run::requests).containsExactly(2_000L, 1_000L);
  }

  /**
   * Two percentiles are none of both, and whoever does not know its CPU time leaves the sum open.
   */
  @Test
  void aSeriesOfTwoHostsHasTheirCallsAndCpuTimeTogetherAndNoPercentile() {
    Histogram some = new Histogram(3);
    some.recordValue(1_000_000);
    Told told = new Told();
    SeveralClients clients = new SeveralClients(List.of("A", "A2"), true, told);
    SeriesRow first = new SeriesRow(0, 1_000, 5, SeriesRow.Phase.WARM_UP);
    SeriesRow second = new SeriesRow(1_000, 2_000, 7, SeriesRow.Phase.WINDOW);
    clients.of(0).series(List.of(first.with(1.0, 2.0, 30.0), second.with(1.0, 2.0, 30.0)));
    clients.of(1).series(List.of(first.with(3.0, 4.0, 40.0), second.with(3.0, 4.0, null)));
    clients.of(0).run(run(some, NOON, 1), some);
    clients.of(1).run(run(some, NOON.plusMillis(1), 1), some);

    assertThat(clients.told(null, "")).isTrue();

    assertThat(told.series)
        .containsExactly(
            new SeriesRow(0, 1_000, 10, SeriesRow.Phase.WARM_UP).with(null, null, 70.0),
            new SeriesRow(1_000, 2_000, 14, SeriesRow.Phase.WINDOW));
  }

  @Test
  void oneThatFailedIsNamedAndThereAreNoRowsBeyondWhatAllHave() {
    Told told = new Told();
    SeveralClients clients = new SeveralClients(List.of("host A", "host A2"), true, told);
    Histogram some = new Histogram(3);
    some.recordValue(1_000_000);
    clients.of(0).run(run(some, NOON, 1), some);
    clients.of(1).failed(new PointFailure(FailureCause.CLIENT_LOST, "it was lost"));

    assertThat(clients.told(1, "2 hosts; the others were ended")).isFalse();

    assertThat(told.runs).isEmpty();
    PointFailure failure = told.failure;
    assertThat(failure).isNotNull();
    assertThat(failure.cause()).isEqualTo(FailureCause.CLIENT_LOST);
    assertThat(failure.detail()).isEqualTo("host A2: it was lost (2 hosts; the others were ended)");
  }
}
