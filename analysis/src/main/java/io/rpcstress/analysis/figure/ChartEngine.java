package io.rpcstress.analysis.figure;

import io.rpcstress.analysis.model.Resources;
import java.util.ArrayList;
import java.util.List;
import org.mozilla.javascript.Script;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Draws by ECharts without a browser: the same library and the same options as in the report's
 * page. Confined to the thread that made it, which must close it; the first one of a JVM takes a
 * second or two.
 */
public final class ChartEngine implements AutoCloseable {

  /** The vendored file, relative to this package. */
  static final String ECHARTS = "vendor/echarts-6.1.0.min.js";

  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** The scripts in the form that is run: of all engines of this JVM, which only read it. */
  private static final List<Script> SCRIPTS = compiled();

  private final ScriptEngine engine = new ScriptEngine(SCRIPTS);

  private static List<Script> compiled() {
    return List.of(
        ScriptEngine.compiled("bridge.js", Resources.text(ChartEngine.class, "bridge.js")),
        ScriptEngine.compiled(ECHARTS, echarts()),
        ScriptEngine.compiled("charts.js", charts()));
  }

  /**
   * The charting library, as published.
   *
   * @see <a href="https://echarts.apache.org">Apache ECharts</a>
   */
  public static String echarts() {
    return Resources.text(ChartEngine.class, ECHARTS);
  }

  public static String charts() {
    return Resources.text(ChartEngine.class, "charts.js");
  }

  public List<Figure> figures(String chartData) {
    List<Figure> drawn = new ArrayList<>();
    JsonNode described = JSON.readTree(engine.call("describe", chartData));
    for (JsonNode one : described) {
      drawn.add(
          new Figure(
              one.get("name").stringValue(),
              one.get("group").stringValue(),
              one.get("heading").stringValue(),
              one.get("table").stringValue(),
              one.get("title").stringValue(),
              one.get("alt").stringValue(),
              one.get("width").intValue(),
              one.get("height").intValue(),
              engine.call("draw", drawn.size())));
    }
    return drawn;
  }

  @Override
  public void close() {
    engine.close();
  }
}
