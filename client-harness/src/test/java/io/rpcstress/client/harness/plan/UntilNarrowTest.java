package io.rpcstress.client.harness.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.measure.statistics.Interval;
import io.rpcstress.measure.statistics.TargetWidth;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class UntilNarrowTest {

  private static final UntilNarrow RULE =
      new UntilNarrow(new TargetWidth(1.25, 5, 20), Duration.ofSeconds(100));
  private static final Interval NARROW = new Interval(1.5, 1.4, 1.6);
  private static final Interval WIDE = new Interval(1.5, 1.2, 1.9);

  @Test
  void roundsAreAddedUntilEveryIntervalIsNarrow() {
    assertThat(RULE.over(4, List.of(NARROW), Duration.ofSeconds(40), Duration.ofSeconds(10)))
        .isEmpty();
    assertThat(RULE.over(6, List.of(NARROW, WIDE), Duration.ofSeconds(60), Duration.ofSeconds(10)))
        .isEmpty();
    assertThat(
            RULE.over(6, List.of(NARROW, NARROW), Duration.ofSeconds(60), Duration.ofSeconds(10)))
        .hasValue("6 rounds: every interval is narrower than 1.25");
  }

  @Test
  void aRoundThatWouldNotEndInTimeIsNotBegun() {
    assertThat(RULE.over(9, List.of(WIDE), Duration.ofSeconds(90), Duration.ofSeconds(10)))
        .isEmpty();
    assertThat(RULE.over(9, List.of(WIDE), Duration.ofSeconds(91), Duration.ofSeconds(10)))
        .hasValue(
            "9 rounds, and no time for one more within 100 s: an interval may be wider than 1.25");
  }

  @Test
  void theMostRoundsEndIt() {
    assertThat(RULE.over(20, List.of(WIDE), Duration.ofSeconds(1), Duration.ofSeconds(0)))
        .hasValue("20 rounds, the most: an interval is still wider than 1.25");
  }

  @Test
  void withNothingToCompareTheFewestRoundsAreEnough() {
    assertThat(RULE.over(5, List.of(), Duration.ofSeconds(1), Duration.ofSeconds(0)))
        .hasValue("5 rounds, and nothing to compare");
  }

  @Test
  void aRoundIsNotBegunThatWouldEndBehindTheBudget() {
    Duration elapsed = Duration.ofSeconds(61);
    assertThat(RULE.over(9, List.of(WIDE), elapsed, Duration.ofSeconds(39))).isEmpty();
    assertThat(RULE.over(9, List.of(WIDE), elapsed, Duration.ofSeconds(40)))
        .hasValueSatisfying(why -> assertThat(why).contains("no time for one more"));
    assertThat(RULE.over(9, List.of(WIDE), elapsed, Duration.ZERO)).as("not known").isEmpty();
  }

  @Test
  void withoutABudgetTheMostRoundsEndIt() {
    UntilNarrow endless = new UntilNarrow(new TargetWidth(1.25, 5, 20), null);
    Duration days = Duration.ofDays(9);
    assertThat(endless.over(19, List.of(WIDE), days, days)).isEmpty();
    assertThat(endless.over(20, List.of(WIDE), days, days))
        .hasValueSatisfying(why -> assertThat(why).contains("the most"));
  }
}
