package io.rpcstress.analysis.flag;

import io.rpcstress.analysis.explain.Explanation;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Words;
import io.rpcstress.measure.Flag;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** What a flag means, and what it takes out: in sentences for whoever meets it in a table. */
public final class Flags {

  /**
   * Those that analysis gives, with their meanings in {@code words.md}; the harness's have theirs.
   */
  private static final Set<String> OWN =
      Set.of(
          CellFlags.TREND,
          CellFlags.OUTLIER,
          CellFlags.PROCESS_FAILED,
          Explanation.OVER_CPU,
          Explanation.OVER_LINE,
          Explanation.OVER_THREADS);

  private Flags() {}

  /** The meaning; of a flag that is not known here, where to look. */
  public static String meaning(String flag) {
    return OWN.contains(flag)
        ? Words.of(Flags.class, flag).sentence()
        : Flag.of(flag)
            .map(f -> f.meaning() + "; " + f.advice())
            .orElse("set by the harness: see docs/method.md");
  }

  public static String cause(String flag) {
    return Flag.cause(meaning(flag));
  }

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
