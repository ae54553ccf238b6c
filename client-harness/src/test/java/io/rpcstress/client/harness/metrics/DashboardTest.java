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
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The dashboard in deploy/grafana asks for what the endpoints answer, and for all of it. */
class DashboardTest {

  private static final Path DASHBOARD = Path.of("../deploy/grafana/rpc-stress.json");
  private static final Pattern METRIC = Pattern.compile("rpcstress_[a-z_]+");
  private static final Pattern MATCHER =
      Pattern.compile("(rpcstress_[a-z_]+)\\{([a-z]+)=\"([^\"]*)\"}");
  private static final Pattern RATE = Pattern.compile("rate\\((rpcstress_[a-z_]+)\\[");
  private static final Pattern LEGEND = Pattern.compile("\\{\\{([a-z]+)}}");

  @TempDir Path folder;

  private Exposition emitted;
  private final List<JsonNode> targets = new ArrayList<>();

  @BeforeEach
  void readBoth() throws IOException {
    Path calls = folder.resolve("calls");
    MeasurementMetrics client = new MeasurementMetrics("sweep", Clock.systemUTC(), calls);
    client.further(2);
    client.begin(new Point("rpcx", "example", 1, 1, RequestMode.TOTAL));
    client.ended(true, false);
    client.begin(new Point("rpcx", "example", 1, 1, RequestMode.TOTAL));
    LiveTotals.to(calls).close();
    ServerUsage server =
        new ServerUsage(
            "rpcx",
            "example",
            1,
            1,
            1,
            1,
            1,
            new ProcessUsage(1, 1, 1, 1, 1, 1, 1),
            1,
            1,
            ProcessUsage.UNKNOWN,
            ProcessUsage.UNKNOWN);
    emitted = Exposition.read(client.text() + server.toMetrics());
    JsonNode dashboard = JsonMapper.builder().build().readTree(Files.readString(DASHBOARD));
    dashboard.path("panels").forEach(panel -> panel.path("targets").forEach(targets::add));
  }

  private Stream<String> expressions() {
    return targets.stream().map(target -> target.path("expr").asString());
  }

  @Test
  void everyNameThatItAsksForIsEmittedAndEveryEmittedOneIsSeen() {
    Set<String> asked = new HashSet<>();
    expressions().forEach(e -> METRIC.matcher(e).results().forEach(m -> asked.add(m.group())));

    assertThat(asked).hasSizeGreaterThan(15);
    assertThat(emitted.names()).containsAll(asked);
    Set<String> unseen = new HashSet<>(emitted.names());
    unseen.removeAll(asked);
    assertThat(unseen)
        .containsExactlyInAnyOrder(
            "rpcstress_measurement_info", "rpcstress_measurement_start_timestamp_seconds");
  }

  @Test
  void labelsThatItAsksForAreThere() {
    expressions()
        .forEach(
            expression -> {
              Matcher matcher = MATCHER.matcher(expression);
              while (matcher.find()) {
                assertThat(emitted.metric(matcher.group(1)).samples().keySet())
                    .as(expression)
                    .anyMatch(l -> matcher.group(3).equals(l.get(matcher.group(2))));
              }
            });
    for (JsonNode target : targets) {
      Set<String> labels = new HashSet<>();
      METRIC
          .matcher(target.path("expr").asString())
          .results()
          .forEach(
              m ->
                  emitted
                      .metric(m.group())
                      .samples()
                      .keySet()
                      .forEach(l -> labels.addAll(l.keySet())));
      LEGEND
          .matcher(target.path("legendFormat").asString())
          .results()
          .forEach(m -> assertThat(labels).as("%s", target).contains(m.group(1)));
    }
  }

  @Test
  void growthIsAskedOfCountersAndOfAllOfThem() {
    Set<String> rated = new HashSet<>();
    expressions().forEach(e -> RATE.matcher(e).results().forEach(m -> rated.add(m.group(1))));
    Set<String> counters = new HashSet<>();
    for (String name : emitted.names()) {
      if (emitted.metric(name).type().equals("counter")) {
        counters.add(name);
      }
    }

    assertThat(rated).isEqualTo(counters);
  }

  @Test
  void thePortsThatPrometheusIsToAskAreThoseOfTheServers() throws IOException {
    Map<String, Object> configuration =
        new Yaml(new SafeConstructor(new LoaderOptions()))
            .load(Files.readString(Path.of("../deploy/grafana/prometheus.yml")));
    assertThat(configuration.toString())
        .contains(
            "job_name=rpc-stress-client, scrape_interval=15s, static_configs=[{targets=[127.0.0.1:9464]}]",
            "targets=[127.0.0.1:10001, 127.0.0.1:10002, 127.0.0.1:10003, 127.0.0.1:10004]");
  }

  @Test
  void expressionsAreClosedAndPanelsDoNotOverlap() throws IOException {
    assertThat(targets).hasSizeGreaterThan(20);
    expressions()
        .forEach(
            e -> {
              assertThat(e.chars().filter(c -> c == '(').count())
                  .as(e)
                  .isEqualTo(e.chars().filter(c -> c == ')').count());
              assertThat(e).doesNotContain("  ").isEqualTo(e.strip());
            });
    Set<String> cells = new HashSet<>();
    JsonNode dashboard = JsonMapper.builder().build().readTree(Files.readString(DASHBOARD));
    for (JsonNode panel : dashboard.path("panels")) {
      JsonNode at = panel.path("gridPos");
      for (int x = 0; x < at.path("w").asInt(); x++) {
        for (int y = 0; y < at.path("h").asInt(); y++) {
          int column = at.path("x").asInt() + x;
          assertThat(column).isLessThan(24);
          assertThat(cells.add(column + " " + (at.path("y").asInt() + y)))
              .as("%s", panel.path("title"))
              .isTrue();
        }
      }
    }
  }
}
