package io.rpcstress.client.harness.console;

import io.rpcstress.measure.Flag;
import java.io.PrintStream;
import java.util.Collection;

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
}
