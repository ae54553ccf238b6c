package io.rpcstress.client.harness.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rpcstress.client.harness.metrics.Exposition.Metric;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import io.rpcstress.usage.MetricsText;
import io.rpcstress.usage.ProcessUsage;
import io.rpcstress.usage.ServerUsage;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MeasurementMetricsTest {

  private static final Instant BEGUN = Instant.parse("2026-11-22T09:00:00Z");
  private static final Point POINT =
      new Point("grpc", "tuned", 10, 100, RequestMode.TOTAL).repeated(2);

  @TempDir Path folder;

  private Instant now = BEGUN;

  private final Clock clock =
      new Clock() {
        @Override
        public ZoneId getZone() {
          return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
          return this;
        }

        @Override
        public Instant instant() {
          return now;
        }
      };

  private MeasurementMetrics metrics() {
    return new MeasurementMetrics("sweep", clock, folder.resolve("calls"));
  }

  @Test
  void saysWhatIsDoneFailedFlaggedAndLeft() {
    MeasurementMetrics metrics = metrics();
    metrics.tally(new ProcessCounts(5, 1, 2, 3, 4));
    metrics.begin(POINT);
    metrics.ended(true, true);
    metrics.begin(POINT);
    metrics.ended(false, false);

    Exposition read = Exposition.read(metrics.text());
    Metric processes = read.metric("rpcstress_measurement_processes");
    assertThat(processes.value(Map.of("state", "done"))).isEqualTo(6);
    assertThat(processes.value(Map.of("state", "failed"))).isEqualTo(2);
    assertThat(processes.value(Map.of("state", "skipped"))).isEqualTo(3);
    assertThat(processes.value(Map.of("state", "left"))).isEqualTo(2);
    assertThat(read.metric("rpcstress_measurement_flagged_processes").value()).isEqualTo(3);
  }

  @Test
  void saysHowLongTheRestTakesOnceAProcessHasEnded() {
    MeasurementMetrics metrics = metrics();
    metrics.tally(new ProcessCounts(0, 0, 0, 0, 4));
    metrics.begin(POINT);
    assertThat(Exposition.read(metrics.text()).names())
        .doesNotContain(
            "rpcstress_measurement_remaining_seconds",
            "rpcstress_measurement_newest_timestamp_seconds");
    now = BEGUN.plusSeconds(10);
    metrics.ended(true, false);
    now = BEGUN.plusSeconds(14);

    Exposition read = Exposition.read(metrics.text());
    assertThat(read.metric("rpcstress_measurement_remaining_seconds").value()).isEqualTo(26);
    assertThat(read.metric("rpcstress_measurement_newest_timestamp_seconds").value())
        .isEqualTo(BEGUN.getEpochSecond() + 10.0);
  }

  @Test
  void namesThePointOnlyWhileItIsMeasured() {
    MeasurementMetrics metrics = metrics();
    assertThat(metrics.text()).doesNotContain("rpcstress_point_");
    metrics.begin(POINT);
    assertThat(
            Exposition.read(metrics.text())
                .metric("rpcstress_point_info")
                .value(Map.of("technology", "grpc", "variant", "tuned", "point", "t10-r100-p2")))
        .isEqualTo(1);
    metrics.ended(true, false);
    assertThat(metrics.text()).doesNotContain("rpcstress_point_");
  }

  @Test
  void callsSoFarAreThoseOfThisPointAndAbsentWhereNoneAreCounted() {
    Path file = folder.resolve("calls");
    MeasurementMetrics metrics = metrics();
    metrics.begin(POINT);
    assertThat(metrics.text()).doesNotContain("rpcstress_point_calls_total");
    try (LiveTotals totals = LiveTotals.to(file)) {
      totals.add(1_000_000, 0);
      totals.add(500_000, 7);
    }
    Metric calls = Exposition.read(metrics.text()).metric("rpcstress_point_calls_total");
    assertThat(calls.value(Map.of("outcome", "ok"))).isEqualTo(1_500_000);
    assertThat(calls.value(Map.of("outcome", "failed"))).isEqualTo(7);

    metrics.ended(true, false);
    metrics.begin(POINT);
    assertThat(metrics.text()).doesNotContain("rpcstress_point_calls_total");
  }

  @Test
  void theRestIsUnknownBeforeTheFirstAndNeverBelowNothing() {
    assertThat(RemainingTime.of(0, Duration.ZERO, Duration.ZERO, 9)).isNull();
    assertThat(RemainingTime.of(2, Duration.ofSeconds(20), Duration.ofHours(1), 1))
        .isEqualTo(Duration.ZERO);
    assertThat(RemainingTime.of(2, Duration.ofSeconds(20), Duration.ofHours(1), 0))
        .isEqualTo(Duration.ZERO);
  }

  @Test
  void aServersCountersAreInBaseUnitsAndUnknownOnesAreAbsent() {
    ServerUsage usage =
        new ServerUsage(
            "rpcx",
            null,
            1_500,
            7,
            12,
            3,
            4,
            new ProcessUsage(1_500_000_000, ProcessUsage.UNKNOWN, 5_000, 20, 250, 2, 3));

    Exposition read = Exposition.read(usage.toMetrics());
    assertThat(
            read.metric("rpcstress_server_info").value(Map.of("technology", "rpcx", "variant", "")))
        .isEqualTo(1);
    assertThat(read.metric("rpcstress_server_start_timestamp_seconds").value()).isEqualTo(1.5);
    assertThat(read.metric("rpcstress_server_calls_total").value(Map.of("outcome", "failed")))
        .isEqualTo(3);
    assertThat(read.metric("rpcstress_server_cpu_seconds_total").value()).isEqualTo(1.5);
    assertThat(read.metric("rpcstress_server_compile_seconds_total").value()).isEqualTo(20e-9);
    assertThat(read.metric("rpcstress_server_gc_seconds_total").value()).isEqualTo(0.25);
    assertThat(read.metric("rpcstress_server_resident_memory_bytes").value()).isEqualTo(2048);
    assertThat(read.names())
        .doesNotContain(
            "rpcstress_server_context_switches_total",
            "rpcstress_server_processors",
            "rpcstress_server_ready_resident_memory_bytes");
  }

  @Test
  void labelsCannotBreakOutOfTheirQuotes() {
    String text = new MetricsText().gauge("a", "b\nc", 1, "l", "x\"} 2\ny\\").toString();

    assertThat(text).isEqualTo("# HELP a b\\nc\n# TYPE a gauge\na{l=\"x\\\"} 2\\ny\\\\\"} 1\n");
    assertThat(Exposition.read(text).metric("a").samples()).hasSize(1);
    assertThatThrownBy(() -> new MetricsText().counter("calls", "no suffix", 1))
        .hasMessageContaining("_total");
    assertThatThrownBy(
            () -> new MetricsText().gauge("a", "", 1).gauge("b", "", 1).gauge("a", "", 2))
        .hasMessageContaining("together");
  }
}
