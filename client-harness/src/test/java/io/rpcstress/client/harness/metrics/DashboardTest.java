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
  private static final Pattern SELECTOR = Pattern.compile("(rpcstress_[a-z_]+)\\{([^}]*)}");
  private static final Pattern MATCHER =
      Pattern.compile("\\G([a-z_]+)(=|!=|=~|!~)\"([^\"]*)\"(?:, ?(?!$)|$)");
  private static final Pattern GROUPING =
      Pattern.compile("\\b(by|on|group_left) \\(([a-z_]+(?:, [a-z_]+)*)\\)");
  private static final Pattern AGGREGATION = Pattern.compile("\\b(sum|max|min|avg|count)\\b");
  private static final Pattern RATE = Pattern.compile("rate\\((rpcstress_[a-z_]+)\\[");
  private static final Pattern LEGEND = Pattern.compile("\\{\\{([^}]*)}}");

  /** Prometheus gives them to whatever it scrapes. */
  private static final Set<String> OF_PROMETHEUS = Set.of("instance", "job");

  /** What Grafana has built in, and of its units those in use here. */
  private static final Set<String> PANELS = Set.of("stat", "timeseries");

  private static final Set<String> UNITS =
      Set.of("short", "s", "reqps", "percentunit", "bytes", "Bps", "watt");

  @TempDir Path folder;

  private Exposition emitted;
  private JsonNode dashboard = JsonMapper.shared().createObjectNode();
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
            1,
            ProcessUsage.UNKNOWN,
            ProcessUsage.UNKNOWN);
    emitted = Exposition.read(client.text() + server.toMetrics());
    dashboard = JsonMapper.shared().readTree(Files.readString(DASHBOARD));
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
              Matcher selector = SELECTOR.matcher(expression);
              while (selector.find()) {
                selects(selector.group(1), selector.group(2));
              }
              Matcher grouping = GROUPING.matcher(expression);
              Set<String> known = new HashSet<>(OF_PROMETHEUS);
              known.addAll(labels(expression));
              while (grouping.find()) {
                assertThat(known).as(expression).containsAll(split(grouping));
              }
            });
  }

  /**
   * Each matcher is of a label that the metric has, and where it wants a value, of one of its own.
   */
  private void selects(String metric, String matchers) {
    Matcher matcher = MATCHER.matcher(matchers);
    int end = 0;
    while (matcher.find()) {
      end = matcher.end();
      boolean exact = matcher.group(2).equals("=");
      assertThat(emitted.metric(metric).samples().keySet())
          .as("%s{%s}", metric, matchers)
          .anyMatch(
              labels ->
                  exact
                      ? matcher.group(3).equals(labels.get(matcher.group(1)))
                      : labels.containsKey(matcher.group(1)));
    }
    assertThat(end).as("%s{%s}", metric, matchers).isEqualTo(matchers.length()).isPositive();
  }

  /** A legend that names a label which the result has not is drawn without it. */
  @Test
  void legendsNameLabelsOfTheResult() {
    for (JsonNode target : targets) {
      String expression = target.path("expr").asString();
      Set<String> labels = new HashSet<>();
      Matcher grouping = GROUPING.matcher(expression);
      while (grouping.find()) {
        labels.addAll(split(grouping));
      }
      if (!AGGREGATION.matcher(expression).find()) {
        labels.addAll(OF_PROMETHEUS);
        labels.addAll(labels(expression.split(" \\* on \\(", 2)[0]));
      }
      List<String> named =
          LEGEND
              .matcher(target.path("legendFormat").asString())
              .results()
              .map(m -> m.group(1))
              .toList();
      assertThat(labels).as("%s", target).containsAll(named);
    }
  }

  private static List<String> split(Matcher grouping) {
    return List.of(grouping.group(2).split(", "));
  }

  /** Of all metrics of an expression. */
  private Set<String> labels(String expression) {
    Set<String> labels = new HashSet<>();
    METRIC
        .matcher(expression)
        .results()
        .forEach(
            m ->
                emitted
                    .metric(m.group())
                    .samples()
                    .keySet()
                    .forEach(each -> labels.addAll(each.keySet())));
    return labels;
  }

  @Test
  void panelsAreOfKnownKindsAndAskTheSourceThatTheReaderPicks() {
    JsonNode variable = dashboard.path("templating").path("list").path(0);
    assertThat(variable.path("type").asString()).isEqualTo("datasource");
    assertThat(variable.path("query").asString()).isEqualTo("prometheus");
    String source = "${" + variable.path("name").asString() + "}";
    Set<Integer> ids = new HashSet<>();
    for (JsonNode panel : dashboard.path("panels")) {
      assertThat(ids.add(panel.path("id").asInt())).as("%s", panel.path("id")).isTrue();
      assertThat(PANELS).contains(panel.path("type").asString());
      assertThat(UNITS)
          .contains(panel.path("fieldConfig").path("defaults").path("unit").asString());
      assertThat(panel.path("datasource").path("uid").asString()).isEqualTo(source);
      Set<String> references = new HashSet<>();
      for (JsonNode target : panel.path("targets")) {
        assertThat(references.add(target.path("refId").asString())).as("%s", target).isTrue();
        assertThat(target.path("datasource").path("uid").asString()).isEqualTo(source);
      }
      assertThat(references).as("%s", panel.path("title")).isNotEmpty().doesNotContain("");
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
  void expressionsAreClosedAndPanelsDoNotOverlap() {
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
