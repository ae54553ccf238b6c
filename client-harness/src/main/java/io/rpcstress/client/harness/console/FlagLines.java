package io.rpcstress.client.harness.console;

import io.rpcstress.measure.Flag;
import io.rpcstress.measure.Run;
import java.io.PrintStream;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What stands under a table of which rows are flagged, and once under all tables what it means. */
public final class FlagLines {

  private FlagLines() {}

  /** Prints one line with how many of the runs have each flag; none where none has any. */
  static void print(List<Run> runs, PrintStream out) {
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
}
