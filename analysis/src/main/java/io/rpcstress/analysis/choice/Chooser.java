package io.rpcstress.analysis.choice;

import io.rpcstress.analysis.answer.Verdicts;
import io.rpcstress.analysis.choice.ChoiceData.Limits;
import io.rpcstress.analysis.figure.ScriptEngine;
import io.rpcstress.analysis.model.Resources;
import io.rpcstress.analysis.model.SweepData;
import java.util.List;

/** "Which one for me?" on a terminal: the page's script answers it there, too. */
public final class Chooser {

  private static final String BEFORE = "var RpcStress = {};\n";
  private static final String BEHIND =
      "\nfunction lines(text) { return RpcStress.choose.lines(JSON.parse(text)).join('\\n'); }";

  private Chooser() {}

  public static String script() {
    return Resources.text(Chooser.class, "choose.js");
  }

  /**
   * The answer that the page opens with, a line each; where nothing measured answers, with what to
   * run.
   */
  public static List<String> answer(SweepData data, Verdicts verdicts, Limits limits) {
    try (ScriptEngine engine =
        new ScriptEngine(List.of(ScriptEngine.compiled("choose.js", BEFORE + script() + BEHIND)))) {
      return engine.call("lines", ChoiceData.json(data, verdicts, limits)).lines().toList();
    }
  }
}
