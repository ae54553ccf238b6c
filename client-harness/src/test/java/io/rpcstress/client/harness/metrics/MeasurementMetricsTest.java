package io.rpcstress.client.harness.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
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

  /** The Grafana board asks for these names. */
  @Test
  void saysWhatIsDoneFailedFlaggedAndLeftAndHowLongTheRestTakes() {
    MeasurementMetrics metrics = metrics();
    metrics.tally(new ProcessCounts(5, 1, 2, 3, 4));
    assertThat(metrics.text()).doesNotContain("remaining_seconds", "newest_timestamp_seconds");
    now = BEGUN.plusSeconds(10);
    metrics.begin(POINT);
    metrics.ended(true, true);
    now = BEGUN.plusSeconds(14);

    assertThat(metrics.text().lines())
        .contains(
            "rpcstress_measurement_info{command=\"sweep\"} 1",
            "rpcstress_measurement_processes{state=\"done\"} 6",
            "rpcstress_measurement_processes{state=\"failed\"} 1",
            "rpcstress_measurement_processes{state=\"skipped\"} 3",
            "rpcstress_measurement_processes{state=\"left\"} 3",
            "rpcstress_measurement_flagged_processes 3")
        .anyMatch(line -> line.matches("rpcstress_measurement_remaining_seconds 26(\\.0*)?"));
  }

  @Test
  void namesThePointAndItsCallsOnlyWhileItIsMeasured() {
    MeasurementMetrics metrics = metrics();
    assertThat(metrics.text()).doesNotContain("rpcstress_point_");
    metrics.begin(POINT);
    try (LiveTotals totals = LiveTotals.to(folder.resolve("calls"))) {
      totals.add(1_000_000, 0);
      totals.add(500_000, 7);
    }
    assertThat(metrics.text().lines())
        .contains(
            "rpcstress_point_info{technology=\"grpc\",variant=\"tuned\",point=\"t10-r100-p2\"} 1",
            "rpcstress_point_calls_total{outcome=\"ok\"} 1500000",
            "rpcstress_point_calls_total{outcome=\"failed\"} 7");
    metrics.ended(true, false);
    assertThat(metrics.text()).doesNotContain("rpcstress_point_");
    metrics.begin(POINT);
    assertThat(metrics.text()).doesNotContain("rpcstress_point_calls_total");
  }
}
