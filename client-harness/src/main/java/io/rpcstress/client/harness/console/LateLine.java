package io.rpcstress.client.harness.console;

import io.rpcstress.measure.Run;
import io.rpcstress.measure.Run.Lateness;
import java.io.PrintStream;
import java.util.List;

/** Says which right answers came too late to be accepted. */
final class LateLine {

  private LateLine() {}

  /** Prints it; nothing where no limit was set. */
  static void print(String whose, List<Run> runs, PrintStream out) {
    Lateness limit = runs.isEmpty() ? null : runs.get(0).lateness();
    if (limit == null) {
      return;
    }
    long ok = runs.stream().mapToLong(run -> run.calls().ok()).sum();
    long late = 0;
    for (Run run : runs) {
      Lateness own = run.lateness();
      late += own == null ? 0 : own.calls();
    }
    out.printf(
        "late after %d ms: %d of %d right answers%s, so %d accepted%n",
        limit.afterMs(), late, ok, whose, ok - late);
  }
}
