package io.rpcstress.analysis.figure;

import java.util.List;
import org.mozilla.javascript.Context;
import org.mozilla.javascript.Function;
import org.mozilla.javascript.Script;
import org.mozilla.javascript.ScriptableObject;

/**
 * Runs the page's scripts without a browser. They see no Java class, no file and no network; what
 * they work on reaches them as JSON text. Confined to the thread that made it, which must close it.
 */
public final class ScriptEngine implements AutoCloseable {

  private final Context context;
  private final ScriptableObject scope;

  public ScriptEngine(List<Script> scripts) {
    context = entered();
    try {
      scope = context.initSafeStandardObjects();
      scripts.forEach(script -> script.exec(context, scope, scope));
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

  /** A script in the form that is run; engines only read it. */
  public static Script compiled(String name, String script) {
    Context context = entered();
    try {
      return context.compileString(script, name, 1, null);
    } finally {
      Context.exit();
    }
  }

  public String call(String function, Object argument) {
    Function called = (Function) scope.get(function, scope);
    return Context.toString(called.call(context, scope, scope, new Object[] {argument}));
  }

  @Override
  public void close() {
    Context.exit();
  }
}
