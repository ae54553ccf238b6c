package io.rpcstress.analysis.flag;

import io.rpcstress.analysis.explain.Explanation;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.measure.Flag;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** What a flag means, and what it takes out: in sentences for whoever meets it in a table. */
public final class Flags {

  /** Those that analysis gives; the harness's say for themselves. */
  private static final Map<String, String> MEANINGS =
      Map.of(
          CellFlags.TREND,
          "the warm runs become faster or slower with their order: no steady state was reached, and"
              + " the average depends on how many runs were made",
          CellFlags.OUTLIER,
          "runs far from the others (beyond three times the quartiles' distance): kept in the"
              + " average, which they shift",
          CellFlags.PROCESS_FAILED,
          "a repetition of this point failed: the average is over the processes that did not",
          Explanation.OVER_CPU,
          "a process used more processor time than the clock allows: part of it was spent before "
              + "the clock started or after it stopped, mostly in short runs with many threads, "
              + "so the cost of a call is overstated; otherwise something is measured wrongly",
          Explanation.OVER_LINE,
          "a quarter more bytes were counted than a download reached before the sweep: the line "
              + "carries more than the download showed, as a fast one does, or something is "
              + "measured wrongly",
          Explanation.OVER_THREADS,
          "by Little's law more calls were under way than all clients keep: something is "
              + "measured wrongly");

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

  /** The same in a few words, for a sentence: what the meaning begins with. */
  public static String cause(String flag) {
    return meaning(flag).split("[,:;]", 2)[0];
  }

  /** Its meaning, and what it does to the numbers beside it. */
  public static String explained(String flag) {
    return meaning(flag) + ". What it does: " + consequence(flag);
  }

  /**
   * Whether it takes its point out of verdicts until the point is measured again. Of what analysis
   * finds and the harness has no word for, more calls under way than can be; not more bytes than
   * the line carries, of which only the least is known.
   */
  public static boolean invalidates(String flag) {
    return flag.equals(Explanation.OVER_THREADS)
        || Flag.of(flag).filter(Flag::invalidates).isPresent();
  }

  /** Those of a cell that take it out of verdicts, ascending. */
  public static List<String> invalidating(Cell cell) {
    return cell.flags().stream().filter(Flags::invalidates).toList();
  }

  /**
   * Why a cell's throughput stands for no capacity, so that no ceiling and no fit is made of it: a
   * trend over its runs, or a flag that takes it out; empty where nothing speaks against it.
   */
  public static List<String> againstCapacity(Cell cell) {
    return cell.flags().stream().filter(f -> invalidates(f) || f.equals(CellFlags.TREND)).toList();
  }

  /** How many of some points carry each flag, by flag. */
  public static SortedMap<String, Integer> points(List<Cell> cells) {
    SortedMap<String, Integer> points = new TreeMap<>();
    cells.forEach(cell -> cell.flags().forEach(flag -> points.merge(flag, 1, Integer::sum)));
    return points;
  }

  /** Whether it only says what limits a point, as the limiter's column does. */
  public static boolean explains(String flag) {
    return Flag.of(flag).filter(f -> !f.invalidatesLatencies()).isPresent();
  }

  /** Whether one of these flags says more than what limits a point. */
  public static boolean isDoubtful(Collection<String> flags) {
    return !flags.stream().allMatch(Flags::explains);
  }

  /** Whether a cell has a flag that says more than what limits it. */
  public static boolean isDoubtful(Cell cell) {
    return isDoubtful(cell.flags());
  }

  public static String consequence(String flag) {
    if (invalidates(flag)) {
      return "takes the point out of verdicts until it is measured again";
    }
    if (flag.equals(CellFlags.TREND)) {
      return "no ceiling, no fit, no steady verdict; a verdict is about the first seconds";
    }
    if (flag.equals(Flag.CLIENT_CPU.label())) {
      return "none: it explains, see the limiter";
    }
    if (explains(flag)) {
      return "none: it explains";
    }
    return Flag.of(flag).isPresent()
        ? "latencies are not compared"
        : "none: shown beside the number";
  }
}
