package io.rpcstress.client.harness.console;

import io.rpcstress.measure.Flag;
import io.rpcstress.measure.Run;
import java.io.PrintStream;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** What stands under a table of which rows are flagged: what each word means, and what to do. */
final class FlagLines {

  private FlagLines() {}

  /** Prints a line a flag; a word that this version does not know needs no line but its own. */
  static void print(Collection<String> flags, PrintStream out) {
    for (String word : flags) {
      out.println(
          "  "
              + word
              + Flag.of(word).map(flag -> ": " + flag.meaning() + "; " + flag.advice()).orElse(""));
    }
  }

  static void print(String whose, List<Run> runs, PrintStream out) {
    for (Run run : runs) {
      if (!run.flags().isEmpty()) {
        out.printf(
            "%sorder %d is doubtful: %s%n", whose, run.order(), String.join(", ", run.flags()));
      }
    }
  }

  static SortedSet<String> of(List<Run> runs) {
    SortedSet<String> flags = new TreeSet<>();
    runs.forEach(run -> flags.addAll(run.flags()));
    return flags;
  }
}
