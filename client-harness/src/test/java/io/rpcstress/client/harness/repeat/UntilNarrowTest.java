package io.rpcstress.client.harness.repeat;

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
    assertThat(RULE.over(4, 4, List.of(NARROW), Duration.ofSeconds(40))).isEmpty();
    assertThat(RULE.over(6, 6, List.of(NARROW, WIDE), Duration.ofSeconds(60))).isEmpty();
    assertThat(RULE.over(6, 6, List.of(NARROW, NARROW), Duration.ofSeconds(60)))
        .hasValue("6 rounds: every interval is narrower than 1.25");
  }

  @Test
  void aRoundThatWouldNotEndInTimeIsNotBegun() {
    assertThat(RULE.over(9, 9, List.of(WIDE), Duration.ofSeconds(90))).isEmpty();
    assertThat(RULE.over(9, 9, List.of(WIDE), Duration.ofSeconds(91)))
        .hasValue(
            "9 rounds, and no time for one more within 100 s: an interval may be wider than 1.25");
  }

  @Test
  void theMostRoundsEndIt() {
    assertThat(RULE.over(20, 20, List.of(WIDE), Duration.ofSeconds(1)))
        .hasValue("20 rounds, the most: an interval is still wider than 1.25");
  }

  @Test
  void withNothingToCompareTheFewestRoundsAreEnough() {
    assertThat(RULE.over(5, 5, List.of(), Duration.ofSeconds(1)))
        .hasValue("5 rounds, and nothing to compare");
  }

  @Test
  void onlyTheRoundsOfTheElapsedTimeSayHowLongOneTakes() {
    // Eight rounds of earlier sessions took no time of this one's: a round takes 40 s.
    assertThat(RULE.over(9, 1, List.of(WIDE), Duration.ofSeconds(40))).isEmpty();
    assertThat(RULE.over(9, 1, List.of(WIDE), Duration.ofSeconds(51)))
        .hasValueSatisfying(why -> assertThat(why).contains("no time for one more"));
    assertThat(RULE.over(9, 0, List.of(WIDE), Duration.ofSeconds(200))).isEmpty();
  }

  @Test
  void withoutABudgetTheMostRoundsEndIt() {
    UntilNarrow endless = new UntilNarrow(new TargetWidth(1.25, 5, 20), null);
    assertThat(endless.over(19, 19, List.of(WIDE), Duration.ofDays(9))).isEmpty();
    assertThat(endless.over(20, 20, List.of(WIDE), Duration.ofDays(9)))
        .hasValueSatisfying(why -> assertThat(why).contains("the most"));
  }
}
