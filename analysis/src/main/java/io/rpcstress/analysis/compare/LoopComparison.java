package io.rpcstress.analysis.compare;

import io.rpcstress.analysis.answer.Comparison.Unit;
import io.rpcstress.analysis.answer.Estimate;
import io.rpcstress.analysis.answer.OpenComparison;
import io.rpcstress.analysis.answer.Overview.Scope;
import io.rpcstress.analysis.answer.SteadyComparison;
import io.rpcstress.analysis.model.SteadyCell;
import io.rpcstress.analysis.model.SteadyProcess;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.statistics.Verdict;
import java.util.List;
import java.util.Locale;

/**
 * One technology's timed or open loops in both sweeps, by one number of theirs. Immutable.
 *
 * @param label of the technology, as tables show it
 * @param technology that it belongs to
 * @param measured what the ratio is of
 * @param pairs load by load
 * @param overall geometric mean over them, after by before: above 1 is slower
 * @param verdict what is shown over them
 * @param withheld why nothing is; empty where something is
 */
public record LoopComparison(
    String label,
    String technology,
    String measured,
    List<Pair> pairs,
    Estimate overall,
    Verdict verdict,
    List<String> withheld) {

  /** What the ratio of timed loops is of, behind what is known of their state. */
  private static final String CALL = ", time of a call";

  /** Copies the lists. */
  public LoopComparison {
    pairs = List.copyOf(pairs);
    withheld = List.copyOf(withheld);
  }

  /**
   * One load.
   *
   * @param point of the first repetition
   * @param before mean over the earlier processes, us
   * @param after mean over the later ones, us
   * @param processesBefore how many are in it
   * @param processesAfter how many are in it
   * @param ratio after by before
   * @param verdict what is shown
   * @param withheld why nothing is
   */
  public record Pair(
      Point point,
      double before,
      double after,
      int processesBefore,
      int processesAfter,
      Estimate ratio,
      Verdict verdict,
      List<String> withheld) {

    /** Copies the list. */
    public Pair {
      withheld = List.copyOf(withheld);
    }
  }

  static LoopComparison of(String label, SteadyComparison timed) {
    return new LoopComparison(
        label,
        timed.pairs().get(0).cell().point().technology(),
        (timed.steadyIsShown() ? Scope.STEADY : Scope.ASSUMED_STEADY)
                .label()
                .toLowerCase(Locale.ROOT)
            + CALL,
        timed.pairs().stream()
            .map(
                p -> {
                  SteadyCell before = p.reference().numbers();
                  SteadyCell after = p.cell().numbers();
                  return new Pair(
                      p.cell().point(),
                      micros(before),
                      micros(after),
                      before.processes().size(),
                      after.processes().size(),
                      p.ratio(),
                      p.verdict(),
                      p.withheld());
                })
            .toList(),
        timed.overall(),
        timed.verdict(),
        timed.withheld());
  }

  private static double micros(SteadyCell cell) {
    return cell.processes().stream()
        .mapToDouble(SteadyProcess::microsPerCall)
        .average()
        .orElse(Double.NaN);
  }

  static LoopComparison of(OpenComparison open) {
    return new LoopComparison(
        open.label(),
        open.technology(),
        open.level().label(),
        open.pairs().stream()
            .map(
                p ->
                    new Pair(
                        p.point(),
                        p.before(),
                        p.after(),
                        p.processesBefore(),
                        p.processesAfter(),
                        p.ratio(),
                        p.verdict(),
                        p.withheld()))
            .toList(),
        open.overall(),
        open.verdict(),
        open.withheld());
  }

  /** Whether it is of timed loops, and so of the time of a call. */
  boolean isTimed() {
    return measured.endsWith(CALL);
  }

  /** Whether a table or chart has a number of it. */
  boolean hasNumber() {
    return Double.isFinite(overall.interval().value());
  }

  /** What its interval was drawn from, where it carries a verdict. */
  boolean judges() {
    Unit unit = overall.unit();
    return unit.judges() && withheld.isEmpty();
  }
}
