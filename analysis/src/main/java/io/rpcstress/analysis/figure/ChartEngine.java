package io.rpcstress.analysis.figure;

import java.util.ArrayList;
import java.util.List;
import org.mozilla.javascript.Context;
import org.mozilla.javascript.Function;
import org.mozilla.javascript.Script;
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

  /** The scripts in the form that is run: of all engines of this JVM, which only read it. */
  private static final List<Script> SCRIPTS = compiled();

  private final Context context;
  private final ScriptableObject scope;

  /** Loads the scripts; the first one of a JVM takes a second or two. */
  public ChartEngine() {
    context = entered();
    try {
      scope = context.initSafeStandardObjects();
      for (Script script : SCRIPTS) {
        script.exec(context, scope, scope);
      }
    } catch (RuntimeException e) {
      Context.exit();
      throw e;
    }
  }

  private static Context entered() {
    Context context = Context.enter();
    context.setLanguageVersion(Context.VERSION_ES6);
    // ECharts' outer function is larger than a Java method may be, and each part runs only a few
    // times: compiling it to Java costs more than it saves.
    context.setInterpretedMode(true);
    return context;
  }

  private static List<Script> compiled() {
    Context context = entered();
    try {
      return List.of(
          compiled(context, "bridge.js", Resources.text(ChartEngine.class, "bridge.js")),
          compiled(context, ECHARTS, Resources.echarts()),
          compiled(context, "charts.js", Resources.charts()));
    } finally {
      Context.exit();
    }
  }

  private static Script compiled(Context context, String name, String script) {
    return context.compileString(script, name, 1, null);
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

  private String call(String function, Object argument) {
    Function called = (Function) scope.get(function, scope);
    return Context.toString(called.call(context, scope, scope, new Object[] {argument}));
  }

  @Override
  public void close() {
    Context.exit();
  }
}
