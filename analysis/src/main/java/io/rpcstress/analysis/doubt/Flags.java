package io.rpcstress.analysis.doubt;

import io.rpcstress.analysis.explain.Explanation;
import io.rpcstress.measure.Flag;
import java.util.Map;

/** What a flag means, in a sentence for whoever meets it in a table. */
public final class Flags {

  /** Those that analysis gives; the harness's say for themselves. */
  private static final Map<String, String> MEANINGS =
      Map.of(
          Doubts.TREND,
          "the warm runs become faster or slower with their order: no steady state was reached, and"
              + " the average depends on how many runs were made",
          Doubts.OUTLIER,
          "runs far from the others (beyond three times the quartiles' distance): kept in the"
              + " average, which they shift",
          Doubts.PROCESS_FAILED,
          "a repetition of this point failed: the average is over the processes that did not",
          Explanation.OVER_CPU,
          "a process used more processor time than the clock's time has: part of it was spent before"
              + " the clock started or after it stopped, most in short runs with many threads, so"
              + " that the cost of a call is overstated; else it is measured wrongly",
          Explanation.OVER_LINE,
          "more bytes were counted than the line carries: measured wrongly somewhere",
          Explanation.OVER_THREADS,
          "by Little's law more calls were under way than threads that make them: measured wrongly"
              + " somewhere");

  private Flags() {}

  /** The meaning; of a flag that is not known here, where to look. */
  public static String meaning(String flag) {
    String own = MEANINGS.get(flag);
    return own != null
        ? own
        : Flag.of(flag)
            .map(f -> f.meaning() + "; " + f.advice())
            .orElse("set by the harness: see docs/method.md");
  }
}
