package io.rpcstress.analysis.answer;

import io.rpcstress.analysis.flag.Flags;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.ProcessRuns;
import io.rpcstress.measure.statistics.Bootstrap;
import io.rpcstress.measure.statistics.Holm;
import io.rpcstress.measure.statistics.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Two cells of one load, side by side, and why there is no verdict on them; each as if it were the
 * only one.
 */
public final class Pairs {

  /** How a standing begins that flags took away. */
  private static final String DISTURBED = "disturbed by ";

  /** How the standing of a rate begins that was too high. */
  private static final String NOT_HELD = "did not hold the rate";

  private Pairs() {}

  /** Of counted loops by the runtime of their runs. */
  public static Pair counted(Cell cell, Cell reference) {
    Sample ours = Sample.of(cell, ProcessRuns::timeTotalAvg);
    Sample theirs = Sample.of(reference, ProcessRuns::timeTotalAvg);
    long salt = Sample.salt(cell.point(), reference.point());
    Estimate ratio =
        ours.isRepeated() && theirs.isRepeated()
            ? ours.by(theirs, salt)
            : new Estimate(Bootstrap.ratioOfMeans(runs(cell), runs(reference), salt), Unit.RUN);
    List<String> withheld = new ArrayList<>();
    SortedSet<String> flags = invalidating(List.of(cell, reference));
    if (!flags.isEmpty()) {
      withheld.add(DISTURBED + String.join(", ", flags));
    }
    tooFew(cell, "", reference, withheld);
    return pair(cell, reference, ours, theirs, ratio, withheld);
  }

  private static double[] runs(Cell cell) {
    return cell.counted().stream().mapToDouble(run -> run.timeMs()).toArray();
  }

  /** The flags that take any of these counted loops out of verdicts. */
  public static SortedSet<String> invalidating(List<Cell> cells) {
    SortedSet<String> flags = new TreeSet<>();
    cells.forEach(cell -> flags.addAll(Flags.invalidating(cell)));
    return flags;
  }

  /**
   * Of timed loops by the time of a call over whole windows.
   *
   * @param all whether processes that flags leave out have a number where no other has, and no
   *     verdict
   */
  public static Pair timed(String them, Cell cell, String us, Cell reference, boolean all) {
    List<String> withheld = new ArrayList<>();
    if (!cell.steadyIsShown() || !reference.steadyIsShown()) {
      String whose =
          cell.steadyIsShown() ? " of " + us : reference.steadyIsShown() ? " of " + them : "";
      withheld.add(
          "the steady state" + whose + " is assumed, not shown (--until-steady would show it)");
    }
    tooFew(cell, us, reference, withheld);
    for (Side side : List.of(new Side(them, cell), new Side(us, reference))) {
      if (side.cell().callsFailed()) {
        withheld.add("calls of " + side.label() + " failed");
      }
      if (!side.cell().valid().isEmpty() && !side.cell().hasRate()) {
        withheld.add("a process of " + side.label() + " has no good call");
      }
    }
    Sample ours = Sample.of(all ? cell.numbers() : cell, ProcessRuns::microsPerCall);
    Sample theirs = Sample.of(all ? reference.numbers() : reference, ProcessRuns::microsPerCall);
    Estimate ratio =
        cell.hasRate() && reference.hasRate()
            ? ours.by(theirs, Sample.salt(cell.point(), reference.point()))
            : Estimate.alone(all ? ours.average() / theirs.average() : Double.NaN);
    return pair(cell, reference, ours, theirs, ratio, withheld);
  }

  /** Of open loops by a percentile of the response time. */
  public static Pair open(
      String them,
      Cell cell,
      String us,
      Cell reference,
      Level level,
      Function<Cell, Sample> values) {
    Sample ours = values.apply(cell);
    Sample theirs = values.apply(reference);
    List<Side> sides = List.of(new Side(them, cell), new Side(us, reference));
    List<String> withheld = new ArrayList<>();
    tooFew(cell, us, reference, withheld);
    for (Side side : sides) {
      if (side.cell().callsFailed()) {
        withheld.add("calls of " + side.label() + " were not good");
      }
    }
    notKnown(them, cell, ours, level, withheld);
    notKnown(us, reference, theirs, level, withheld);
    Estimate ratio =
        ours.size() == 0 || theirs.size() == 0
            ? Estimate.NOTHING
            : ours.by(theirs, Sample.salt(cell.point(), reference.point()));
    return pair(cell, reference, ours, theirs, ratio, withheld);
  }

  /** That no process is left says so itself. */
  private static void notKnown(
      String label, Cell cell, Sample found, Level level, List<String> reasons) {
    if (found.size() == 0 && !cell.valid().isEmpty()) {
      reasons.add("no " + level.label() + " of " + label);
    }
  }

  private static Pair pair(
      Cell cell,
      Cell reference,
      Sample ours,
      Sample theirs,
      Estimate ratio,
      List<String> withheld) {
    return new Pair(cell.point(), cell, reference, ours, theirs, ratio, withheld, Holm.LEVEL);
  }

  /** One of the two. */
  private record Side(String label, Cell cell) {}

  /** Says how many processes of a side a verdict lacks, and what left some out. */
  private static void tooFew(Cell cell, String us, Cell reference, List<String> reasons) {
    int missing = Verdict.missing(cell.valid().size(), reference.valid().size());
    if (missing == 0) {
      return;
    }
    boolean held = true;
    SortedSet<String> causes = new TreeSet<>();
    for (Side side : List.of(new Side("", cell), new Side(us + " ", reference))) {
      if (side.cell().valid().size() >= Verdict.MIN_PROCESSES) {
        continue;
      }
      if (side.cell().losing().isEmpty()) {
        causes.addAll(side.cell().disturbing());
      } else {
        held = false;
        reasons.add(side.label() + notHeld(side.cell()));
      }
    }
    if (!causes.isEmpty()) {
      reasons.add(
          "%s%s: %d more process%s"
              .formatted(DISTURBED, String.join(", ", causes), missing, missing == 1 ? "" : "es"));
    } else if (held) {
      reasons.add(Verdict.tooFew(missing));
    }
  }

  private static String notHeld(Cell cell) {
    int lost = cell.losing().size();
    int all = cell.processes().size();
    return lost == all ? NOT_HELD : NOT_HELD + " in %d of %d processes".formatted(lost, all);
  }
}
