package io.rpcstress.analysis.figure;

import java.util.ArrayList;
import java.util.List;
import org.mozilla.javascript.Context;
import org.mozilla.javascript.Function;
import org.mozilla.javascript.ScriptableObject;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Runs ECharts without a browser: the same library and the same options as in the report's page.
 * The scripts see no Java class, no file and no network; a sweep's data reaches them as JSON text.
 * Confined to the thread that made it, which must close it.
 */
public final class ChartEngine implements AutoCloseable {

  /** The vendored file, relative to this package. */
  static final String ECHARTS = "vendor/echarts-6.1.0.min.js";

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final Context context;
  private final ScriptableObject scope;

  /** Loads the scripts; takes a second or two. */
  public ChartEngine() {
    context = Context.enter();
    try {
      context.setLanguageVersion(Context.VERSION_ES6);
      // ECharts' outer function is larger than a Java method may be, and each part runs only a few
      // times: compiling costs more than it saves.
      context.setInterpretedMode(true);
      scope = context.initSafeStandardObjects();
      run("bridge.js", Resources.text(ChartEngine.class, "bridge.js"));
      run(ECHARTS, Resources.echarts());
      run("charts.js", Resources.charts());
    } catch (RuntimeException e) {
      Context.exit();
      throw e;
    }
  }

  /**
   * Draws every figure of a sweep.
   *
   * @param chartData as {@link ChartData#json} gives it
   */
  public List<Figure> figures(String chartData) {
    List<Figure> drawn = new ArrayList<>();
    JsonNode described = JSON.readTree(call("describe", chartData));
    for (JsonNode one : described) {
      drawn.add(
          new Figure(
              one.get("name").stringValue(),
              one.get("group").stringValue(),
              one.get("title").stringValue(),
              one.get("alt").stringValue(),
              one.get("width").intValue(),
              one.get("height").intValue(),
              call("draw", drawn.size())));
    }
    return drawn;
  }

  private void run(String name, String script) {
    context.evaluateString(scope, script, name, 1, null);
  }

  private String call(String function, Object argument) {
    Function called = (Function) scope.get(function, scope);
    return Context.toString(called.call(context, scope, scope, new Object[] {argument}));
  }

  @Override
  public void close() {
    Context.exit();
  }
}
