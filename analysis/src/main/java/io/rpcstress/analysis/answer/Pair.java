package io.rpcstress.analysis.answer;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.measure.Dimensions;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.statistics.Holm;
import io.rpcstress.measure.statistics.Power;
import io.rpcstress.measure.statistics.Verdict;
import io.rpcstress.measure.statistics.Withheld;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * One technology by another, or by itself in an earlier sweep, at one load: what every part of a
 * report takes its numbers from. Immutable.
 *
 * @param point of the first repetition of the side that is judged
 * @param cell that is judged
 * @param reference that it is judged by
 * @param ours one value a process of the former
 * @param theirs one value a process of the latter
 * @param ratio of the former by the latter: above 1 is slower
 * @param withheld why there is no verdict; empty where there is one
 * @param cutoff above it no p-value shows a difference: of one verdict {@link Holm#LEVEL}, of many
 *     {@link Holm#cutoff}
 */
public record Pair(
    Point point,
    Cell cell,
    Cell reference,
    Sample ours,
    Sample theirs,
    Estimate ratio,
    List<String> withheld,
    double cutoff) {

  public Pair {
    withheld = Withheld.orWithoutInterval(withheld, ratio.interval());
  }

  public Verdict verdict() {
    return withheld.isEmpty() ? ratio.interval().verdict(cutoff) : Verdict.NONE;
  }

  /** What the interval says by itself, were its unit independent. Not a verdict. */
  public Verdict leaning() {
    return ratio.interval().verdict();
  }

  /** What is shown, in words; where nothing is, why. */
  public String standing() {
    return Withheld.standing(withheld, verdict());
  }

  /** The ratio, whose interval is not shown where it stands for less than it seems to. */
  public Estimate shown() {
    return ratio.unit().judges() ? ratio : Estimate.alone(ratio.interval().value());
  }

  /** What it is divided by, with the dimensions in which the judged side has other values. */
  public String baseline() {
    Dimensions judged = cell.point().dimensions();
    Series theirs = reference.series();
    return theirs.label(each -> !theirs.dimensions().text(each).equals(judged.text(each)));
  }

  /** Processes behind it, of the side that has fewer. */
  public int processes() {
    return Math.min(ours.size(), theirs.size());
  }

  /**
   * How many processes more each side needs, so that a true difference of this size would likely be
   * shown, from their spread.
   *
   * @param difference as a ratio
   * @return 1 or more; empty where they are too many, or the spread is not known
   */
  public OptionalInt processesMissing(double difference) {
    OptionalDouble spread = Power.spread(List.of(ours.values(), theirs.values()));
    OptionalInt needed =
        spread.isPresent()
            ? Power.processes(spread.getAsDouble(), Math.max(difference, 1 / difference), cutoff)
            : OptionalInt.empty();
    return needed.isPresent()
        ? OptionalInt.of(Math.max(1, needed.getAsInt() - processes()))
        : needed;
  }

  /** Whether both sides are the same processes, as of a sweep and its copy. */
  public boolean isOfOneMeasurement() {
    return ours.size() > 0 && ours.equals(theirs);
  }

  /** The same as one of many verdicts, with the interval that decides. */
  public Pair cutAt(double other) {
    Estimate decides = withheld.isEmpty() ? ratio.at(other) : ratio;
    return new Pair(point, cell, reference, ours, theirs, decides, withheld, other);
  }
}
