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
 * @param budget for all rounds together; null for none
 */
public record UntilNarrow(TargetWidth rule, @Nullable Duration budget) {

  public Optional<String> over(
      int rounds, Collection<Interval> intervals, Duration elapsed, Duration round) {
    String why = null;
    if (rounds >= rule.minRounds() && intervals.stream().allMatch(rule::isReached)) {
      why =
          intervals.isEmpty()
              ? ", and nothing to compare"
              : ": every interval is narrower than %2$.2f";
    } else if (rule.isOver(rounds, intervals)) {
      why = ", the most: an interval is still wider than %2$.2f";
    } else if (budget != null && elapsed.plus(round).compareTo(budget) > 0) {
      why =
          ", and no time for one more within %d s: an interval may be wider than %%2$.2f"
              .formatted(budget.toSeconds());
    }
    return Optional.ofNullable(why)
        .map(reason -> String.format(Locale.ROOT, "%1$d rounds" + reason, rounds, rule.width()));
  }
}
