package io.rpcstress.client.harness.console;

import io.rpcstress.measure.Flag;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.Run.Lateness;
import java.io.PrintStream;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** What stands under a table of runs: doubts, and right answers that came too late. */
public final class RunRemarks {

  private RunRemarks() {}

  /**
   * Prints a line for each flag: how many of the runs have it, and what happened.
   *
   * @param whose stands before the count; empty below a table of the runs alone
   */
  public static void printDoubts(String whose, List<Run> runs, PrintStream out) {
    SortedMap<String, Integer> counts = new TreeMap<>();
    runs.forEach(run -> run.flags().forEach(word -> counts.merge(word, 1, Integer::sum)));
    counts.forEach(
        (word, count) ->
            out.printf(
                "  %s%d of %d run%s: %s%n",
                whose, count, runs.size(), runs.size() == 1 ? "" : "s", inWords(word)));
  }

  /** Those of other versions have no meaning here. */
  private static String inWords(String word) {
    return Flag.of(word).map(flag -> Flag.cause(flag.meaning()) + " (" + word + ")").orElse(word);
  }

  /** Prints a line a flag: what it means, and what to do; nothing for those of other versions. */
  public static void explain(Collection<String> flags, PrintStream out) {
    for (String word : flags) {
      Flag.of(word)
          .ifPresent(
              flag -> out.println(word + ": " + flag.meaning() + "; " + flag.advice() + "."));
    }
  }

  /** Prints how many right answers were accepted; nothing where no limit was set. */
  static void printLate(String whose, List<Run> runs, PrintStream out) {
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
