package io.rpcstress.client.harness.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import io.rpcstress.usage.ProcessUsage;
import io.rpcstress.usage.ServerUsage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class MeasurementMetricsTest {

  private static final Instant BEGUN = Instant.parse("2026-11-22T09:00:00Z");
  private static final Point POINT =
      new Point("grpc", "tuned", 10, 100, RequestMode.TOTAL).repeated(2);

  private static final Pattern NAME = Pattern.compile("rpcstress_[a-z_]+");
  private static final Pattern SAMPLE = Pattern.compile("(?m)^" + NAME.pattern());

  /** One that reports all that it can. */
  private static final ServerUsage SERVER =
      new ServerUsage(
          "grpc", "tuned", 1, 2, 3, 4, 5, new ProcessUsage(1, 2, 3, 4, 5, 6, 7, 8), 2, 9, 11, 12);

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
    return new MeasurementMetrics("sweep", clock);
  }

  @Test
  void saysWhatIsDoneFailedFlaggedAndLeftAndHowLongTheRestTakes() {
    MeasurementMetrics metrics = metrics();
    metrics.tally(new ProcessCounts(5, 1, 2, 3, 4));
    assertThat(metrics.text()).doesNotContain("remaining_seconds", "newest_timestamp_seconds");
    now = BEGUN.plusSeconds(10);
    metrics.begin(POINT);
    metrics.ended(true, true, List.of());
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
  void namesThePointOnlyWhileItIsMeasured() {
    MeasurementMetrics metrics = metrics();
    assertThat(metrics.text()).doesNotContain("rpcstress_point_");
    metrics.begin(POINT);
    assertThat(metrics.text().lines())
        .contains(
            "rpcstress_point_info{technology=\"grpc\",variant=\"tuned\",point=\"t10-r100-p2\"} 1");
    metrics.ended(true, false, List.of());
    assertThat(metrics.text()).doesNotContain("rpcstress_point_");
  }

  @Test
  void countsLatenciesOfAllProcessesUpToEachBound() {
    MeasurementMetrics metrics = metrics();
    for (int i = 0; i < 2; i++) {
      metrics.begin(POINT);
      metrics.ended(true, false, List.of(nanos(50_000, 150_000), nanos(90_000_000_000L)));
    }
    String labels = "{technology=\"grpc\",variant=\"tuned\",operation=\"greet\"";
    assertThat(metrics.text().lines().filter(line -> line.contains("latency_seconds")))
        .contains(
            "# TYPE rpcstress_measurement_latency_seconds histogram",
            bucket(labels, "0.00005", 2),
            bucket(labels, "0.0001", 2),
            bucket(labels, "0.0002", 4),
            bucket(labels, "60", 4),
            bucket(labels, "+Inf", 6),
            "rpcstress_measurement_latency_seconds_count" + labels + "} 6")
        .anyMatch(line -> line.startsWith("rpcstress_measurement_latency_seconds_sum" + labels));
  }

  private static String bucket(String labels, String bound, int calls) {
    return "rpcstress_measurement_latency_seconds_bucket%s,le=\"%s\"} %d"
        .formatted(labels, bound, calls);
  }

  private static Histogram nanos(long... each) {
    Histogram nanos = new Histogram(3);
    for (long one : each) {
      nanos.recordValue(one);
    }
    return nanos;
  }

  @Test
  void theGrafanaBoardAsksForMetricsThatThereAre() throws IOException {
    MeasurementMetrics metrics = metrics();
    metrics.tally(new ProcessCounts(1, 1, 1, 1, 2));
    metrics.begin(POINT);
    metrics.ended(true, false, List.of(nanos(50_000)));
    now = BEGUN.plusSeconds(1);
    metrics.begin(POINT);
    Set<String> answered = names(SAMPLE, metrics.text() + SERVER.toMetrics());

    JsonNode board =
        JsonMapper.shared()
            .readTree(Files.readString(Path.of("../deploy/grafana/rpc-stress.json")));
    Set<String> requested = names(NAME, String.join(" ", board.findValuesAsString("expr")));

    assertThat(answered).containsAll(requested);
    assertThat(requested)
        .contains("rpcstress_measurement_latency_seconds_bucket", "rpcstress_server_calls_total");
  }

  private static Set<String> names(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(MatchResult::group).collect(Collectors.toSet());
  }
}
