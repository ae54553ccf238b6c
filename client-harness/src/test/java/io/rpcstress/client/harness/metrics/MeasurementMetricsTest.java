package io.rpcstress.client.harness.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.client.harness.metrics.Exposition.Metric;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import java.nio.file.Path;
import java.time.Clock;
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
}
