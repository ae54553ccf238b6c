package io.rpcstress.client.harness.plan;

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
   * @param round how long the next one takes, as far as is known; zero where nothing is
   * @return a sentence without its full stop; empty where the next round is to be made
   */
  public Optional<String> over(
      int rounds, Collection<Interval> intervals, Duration elapsed, Duration round) {
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
    boolean fits = budget == null || elapsed.plus(round).compareTo(budget) <= 0;
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
