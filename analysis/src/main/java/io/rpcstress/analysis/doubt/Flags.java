package io.rpcstress.analysis.doubt;

import io.rpcstress.analysis.explain.Explanation;
import java.util.Map;

/** What a flag means, in a sentence for whoever meets it in a table. */
public final class Flags {

  private static final Map<String, String> MEANINGS =
      Map.ofEntries(
          Map.entry(
              Doubts.TREND,
              "the warm runs become faster or slower with their order: no steady state was reached,"
                  + " and the average depends on how many runs were made"),
          Map.entry(
              Doubts.OUTLIER,
              "runs far from the others (beyond three times the quartiles' distance): kept in the"
                  + " average, which they shift"),
          Map.entry(
              Doubts.PROCESS_FAILED,
              "a repetition of this point failed: the average is over the processes that did not"),
          Map.entry(
              Explanation.OVER_CPU,
              "a process used more processor time than the clock's time has: part of it was spent before"
                  + " the clock started or after it stopped, most in short runs with many threads, so"
                  + " that the cost of a call is overstated; else it is measured wrongly"),
          Map.entry(
              Explanation.OVER_LINE,
              "more bytes were counted than the line carries: measured wrongly somewhere"),
          Map.entry(
              Explanation.OVER_THREADS,
              "by Little's law more calls were under way than threads that make them: measured"
                  + " wrongly somewhere"),
          Map.entry(
              "served-mismatch", "the server counted other calls than the client got answers for"),
          Map.entry(
              "client-cpu",
              "the client's host was short of processors: what was measured is partly the client"),
          Map.entry(
              "foreign-cpu", "others than the client kept the client's processors busy meanwhile"),
          Map.entry(
              "jitter",
              "a sleep on the client's host took far longer than asked for: its timers, and so its"
                  + " latencies, are not to be trusted"),
          Map.entry("saturated", "less than 99 % of the offered rate was achieved"),
          Map.entry(
              "timed-out", "calls met their deadline: the percentiles are those of the others"),
          Map.entry("abandoned", "calls never started or never ended: the percentiles lack them"));

  private Flags() {}

  /** The meaning; of a flag that is not known here, where to look. */
  public static String meaning(String flag) {
    return MEANINGS.getOrDefault(flag, "set by the harness: see docs/method.md");
  }
}
