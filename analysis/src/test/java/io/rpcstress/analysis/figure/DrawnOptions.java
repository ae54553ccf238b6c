package io.rpcstress.analysis.figure;

import io.rpcstress.analysis.answer.Findings;
import io.rpcstress.analysis.model.SweepData;
import java.util.ArrayList;
import java.util.List;
import org.mozilla.javascript.Context;
import org.mozilla.javascript.ScriptableObject;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What figures are drawn from: the options that the script gives the chart library. */
final class DrawnOptions {

  private DrawnOptions() {}

  /**
   * Of some figures what a script makes of each.
   *
   * @param names a regular expression that the figures' names hold
   * @param ofEach JavaScript: an object, of the figure {@code f} and its options {@code o}
   */
  static List<JsonNode> of(SweepData data, String names, String ofEach) {
    Context context = Context.enter();
    try {
      context.setLanguageVersion(Context.VERSION_ES6);
      context.setInterpretedMode(true);
      ScriptableObject scope = context.initSafeStandardObjects();
      String script =
          ChartEngine.charts()
              + "\nvar doc = "
              + ChartData.json(data, Findings.of(data))
              + ";\nJSON.stringify(RpcStress.figures(doc)"
              + (".filter(function (f) { return /" + names + "/.test(f.name); })")
              + (".map(function (f) { var o = f.option(); return " + ofEach + "; }))");
      Object json = context.evaluateString(scope, script, "charts.js", 1, null);
      List<JsonNode> found = new ArrayList<>();
      JsonMapper.builder().build().readTree(Context.toString(json)).forEach(found::add);
      return found;
    } finally {
      Context.exit();
    }
  }
}
