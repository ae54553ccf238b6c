package io.rpcstress.client.harness.repeat;

import io.rpcstress.measure.statistics.Interval;
import io.rpcstress.measure.statistics.TargetWidth;
import java.time.Duration;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whether one more round of processes is made: until every interval is narrow enough, the most
 * rounds are made, or the next round would not end within the budget. Immutable.
 *
 * @param rule how narrow, and how many rounds at least and at most
 * @param budget for all rounds together; null for none
 */
public record UntilNarrow(TargetWidth rule, @Nullable Duration budget) {

  /**
   * Why no further round is made.
   *
   * @param rounds that are complete, 0 or more
   * @param timed how many of them lie within the elapsed time, 0 or more
   * @param intervals of all that is compared
   * @param elapsed since the first of those that are timed began
   * @return a sentence without its full stop; empty where the next round is to be made
   */
  public Optional<String> over(
      int rounds, int timed, Collection<Interval> intervals, Duration elapsed) {
    boolean narrow = intervals.stream().allMatch(rule::isReached);
    if (rounds >= rule.minRounds() && narrow) {
      return Optional.of(
          intervals.isEmpty()
              ? "%d rounds, and nothing to compare".formatted(rounds)
              : text("%d rounds: every interval is narrower than %.2f", rounds, rule.width()));
    }
    if (rule.isOver(rounds, intervals)) {
      return Optional.of(
          text("%d rounds, the most: an interval is still wider than %.2f", rounds, rule.width()));
    }
    // A round takes as long as the ones before it did on average.
    boolean fits =
        budget == null
            || timed == 0
            || elapsed.plus(elapsed.dividedBy(timed)).compareTo(budget) <= 0;
    return fits || budget == null
        ? Optional.empty()
        : Optional.of(
            text(
                "%d rounds, and no time for one more within %d s: an interval may be wider than %.2f",
                rounds, budget.toSeconds(), rule.width()));
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
