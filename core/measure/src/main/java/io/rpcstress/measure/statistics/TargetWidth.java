package io.rpcstress.measure.statistics;

import java.util.Collection;

/**
 * When to stop adding rounds of processes: as soon as every interval is narrow enough, at the
 * earliest after {@code minRounds} and at the latest after {@code maxRounds}. Only the width
 * decides, never on which side of 1 an interval lies: stopping at the first "difference" would find
 * one everywhere. Stopping at a width makes intervals of few rounds a little too narrow (Chow and
 * Robbins, Annals of Mathematical Statistics 36, 1965); so {@link #MIN_ROUNDS} are made in any
 * case. By simulation (TargetWidthTest) intervals that stop so hold the truth in 92 % of cases or
 * more. Immutable.
 *
 * @param width largest upper end by lower end, above 1: 1.25 for a quarter
 * @param minRounds rounds before the first look, 2 or more
 * @param maxRounds rounds that are never exceeded, {@code minRounds} or more
 */
public record TargetWidth(double width, int minRounds, int maxRounds) {

  /** What an A/A control must be narrower than to pass. */
  public static final double CONTROL = 1.25;

  /** Fewer rounds have intervals that are narrow by chance. */
  public static final int MIN_ROUNDS = 5;

  public TargetWidth {
    if (!(width > 1) || Double.isInfinite(width)) {
      throw new IllegalArgumentException("a width above 1 is expected, not " + width);
    }
    if (minRounds < 2 || maxRounds < minRounds) {
      throw new IllegalArgumentException(
          "2 rounds or more are expected, and no fewer at most than at least: "
              + minRounds
              + " to "
              + maxRounds);
    }
  }

  /** Whether an interval is narrow enough; one that is not known is not. */
  public boolean isReached(Interval interval) {
    return interval.width() <= width;
  }

  /** Whether no further round is to be made. */
  public boolean isOver(int rounds, Collection<Interval> intervals) {
    return rounds >= maxRounds
        || (rounds >= minRounds && intervals.stream().allMatch(this::isReached));
  }
}
