package io.rpcstress.client.harness.campaign.controls;

import io.rpcstress.client.harness.plan.UntilNarrow;
import io.rpcstress.measure.statistics.Interval;
import io.rpcstress.measure.statistics.TargetWidth;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What is measured in rounds until its interval is narrow enough to say something. Only the width
 * decides when to stop, never on which side of 1 the interval lies.
 */
interface Comparison {

  /**
   * Measures one more process of each side.
   *
   * @param round from 0
   */
  void addRound(int round) throws NoResultException, IOException, InterruptedException;

  /** The ratio over all rounds so far. */
  Interval ratio();

  /** Upper end by lower end that is narrow enough, above 1. */
  default double targetWidth() {
    return TargetWidth.CONTROL;
  }

  /**
   * How it ended.
   *
   * @param rounds that were made
   * @param ratio over all of them
   * @param isNarrow whether the interval is as narrow as it had to be
   * @param why no further round was made
   */
  record Ended(int rounds, Interval ratio, boolean isNarrow, String why) {}

  /**
   * Makes {@link Scale#repeat} rounds, then adds rounds until the ratio is narrow or the budget
   * ends.
   */
  default Ended untilNarrow(Scale scale)
      throws NoResultException, IOException, InterruptedException {
    long began = scale.clock().getAsLong();
    for (int rounds = 0; ; ) {
      addRound(rounds++);
      if (rounds < scale.repeat()) {
        continue;
      }
      TargetWidth rule = new TargetWidth(targetWidth(), scale.repeat(), Scale.MAX_ROUNDS);
      Duration elapsed = Duration.ofNanos(scale.clock().getAsLong() - began);
      Interval ratio = ratio();
      Optional<String> over =
          new UntilNarrow(rule, scale.budget())
              .over(rounds, List.of(ratio), elapsed, elapsed.dividedBy(rounds));
      if (over.isPresent()) {
        return new Ended(rounds, ratio, rule.isReached(ratio), over.get());
      }
    }
  }
}
