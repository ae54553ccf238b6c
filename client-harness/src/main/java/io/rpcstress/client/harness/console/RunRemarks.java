package io.rpcstress.client.harness.console;

import io.rpcstress.measure.Flag;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.Run.Lateness;
import java.io.PrintStream;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What stands under a table of runs: flags, and right answers that came too late. */
public final class RunRemarks {

  private RunRemarks() {}

  /** Prints one line with how many of the runs have each flag; none where none has any. */
  static void printFlags(List<Run> runs, PrintStream out) {
    SortedMap<String, Integer> counts = new TreeMap<>();
    runs.forEach(run -> run.flags().forEach(word -> counts.merge(word, 1, Integer::sum)));
    if (!counts.isEmpty()) {
      out.println(
          counts.entrySet().stream()
              .map(each -> each.getKey() + " in " + each.getValue())
              .collect(
                  Collectors.joining(", ", "  flags: ", " of %d runs".formatted(runs.size()))));
    }
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
