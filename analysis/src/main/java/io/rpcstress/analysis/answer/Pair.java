package io.rpcstress.analysis.answer;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.measure.Dimensions;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.statistics.Holm;
import io.rpcstress.measure.statistics.Verdict;
import java.util.List;

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

  private static final String NO_INTERVAL = "no interval: no process differs from another";

  /** Without an interval there is no verdict, if nothing else speaks against it. */
  public Pair {
    if (withheld.isEmpty() && !ratio.interval().isKnown()) {
      withheld = List.of(NO_INTERVAL);
    }
    withheld = List.copyOf(withheld);
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
    return withheld.isEmpty() ? verdict().label() : String.join("; ", withheld);
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
