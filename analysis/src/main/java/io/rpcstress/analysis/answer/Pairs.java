package io.rpcstress.analysis.answer;

import io.rpcstress.analysis.flag.Flags;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.ProcessRuns;
import io.rpcstress.measure.LoadShape;
import io.rpcstress.measure.statistics.Bootstrap;
import io.rpcstress.measure.statistics.Holm;
import io.rpcstress.measure.statistics.Withheld;
import io.rpcstress.measure.statistics.Withheld.Side;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Two cells of one load, side by side, and why there is no verdict on them; each as if it were the
 * only one.
 */
public final class Pairs {

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
    List<String> withheld =
        Withheld.counted(
            side(cell.point().directoryName(), cell),
            side(reference.point().directoryName(), reference));
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
    Sample ours = Sample.of(all ? cell.numbers() : cell, ProcessRuns::microsPerCall);
    Sample theirs = Sample.of(all ? reference.numbers() : reference, ProcessRuns::microsPerCall);
    Estimate ratio =
        cell.hasRate() && reference.hasRate()
            ? ours.by(theirs, Sample.salt(cell.point(), reference.point()))
            : Estimate.alone(all ? ours.average() / theirs.average() : Double.NaN);
    List<String> withheld = Withheld.timed(side(them, cell), side(us, reference));
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
    List<String> withheld = Withheld.open(side(them, cell), side(us, reference));
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

  private static Side side(String label, Cell cell) {
    return new Side(
        label,
        cell.valid().size(),
        cell.is(LoadShape.COUNTED) ? invalidating(List.of(cell)) : cell.disturbing(),
        cell.losing().isEmpty() ? "" : notHeld(cell),
        cell.steadyIsShown(),
        cell.callsFailed(),
        cell.hasRate());
  }

  private static String notHeld(Cell cell) {
    int lost = cell.losing().size();
    int all = cell.processes().size();
    return lost == all
        ? Withheld.NOT_HELD
        : Withheld.NOT_HELD + " in %d of %d processes".formatted(lost, all);
  }
}
