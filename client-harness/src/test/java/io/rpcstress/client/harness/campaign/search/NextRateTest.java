package io.rpcstress.client.harness.campaign.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rpcstress.client.harness.campaign.search.NextRate.Ending;
import io.rpcstress.client.harness.campaign.search.NextRate.Outcome;
import io.rpcstress.client.harness.campaign.search.NextRate.Stage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The search over servers that are a formula. */
final class NextRateTest {

  private static final int LOWEST = 100;
  private static final int HIGHEST = 1_000_000;

  private record Asked(int rate, Stage stage) {}

  private final List<Asked> asked = new ArrayList<>();

  /** Holds up to 7,000 calls/s. */
  private final class Knee implements NextRate.Probe<RuntimeException> {
    private final int farAbove;
    private final int overloadedAbove;
    private int last;

    private Knee(int farAbove, int overloadedAbove) {
      this.farAbove = farAbove;
      this.overloadedAbove = overloadedAbove;
    }

    @Override
    public boolean holds(int rate, Stage stage) {
      asked.add(new Asked(rate, stage));
      last = rate;
      return rate <= 7_000;
    }

    @Override
    public boolean isFarFromHolding() {
      return last > farAbove;
    }

    @Override
    public boolean isOverloaded() {
      return last > overloadedAbove;
    }
  }

  private static SearchPlan plan(double precision, int confirmations, int mostProbes) {
    return new SearchPlan(LOWEST, HIGHEST, precision, confirmations, mostProbes);
  }

  private Outcome find(SearchPlan plan, IntPredicate server) throws InterruptedException {
    return NextRate.<RuntimeException>find(
        plan,
        (rate, stage) -> {
          asked.add(new Asked(rate, stage));
          return server.test(rate);
        });
  }

  private List<Integer> rates(Stage stage) {
    return asked.stream().filter(a -> a.stage() == stage).map(Asked::rate).toList();
  }

  @ParameterizedTest
  @CsvSource({
    "100, 0.05",
    "101, 0.05",
    "137, 0.05",
    "1000, 0.05",
    "12345, 0.01",
    "777777, 0.05",
    "500000, 1",
    "4096, 0.001",
    "999999, 0.05"
  })
  void aKneeIsFoundFromBelowWithinThePrecision(int knee, double precision)
      throws InterruptedException {
    Outcome outcome = find(plan(precision, 3, 100), rate -> rate <= knee);

    assertThat(outcome.ending()).isEqualTo(Ending.FOUND);
    assertThat(outcome.rate()).isLessThanOrEqualTo(knee);
    assertThat(knee).isLessThanOrEqualTo((int) (outcome.rate() * (1 + precision)) + 1);
    assertThat(outcome.held()).isEqualTo(3);
    assertThat(outcome.bounded()).isFalse();
    assertThat(rates(Stage.CONFIRMATION))
        .containsExactly(outcome.rate(), outcome.rate(), outcome.rate());
  }

  @Test
  void theRateGrowsByDoublingThenTheGapIsHalved() throws InterruptedException {
    Outcome outcome = find(plan(0.2, 1, 100), rate -> rate <= 1_000);

    assertThat(rates(Stage.GROWTH)).containsExactly(100, 200, 400, 800, 1_600, 1_600);
    assertThat(rates(Stage.BISECTION)).containsExactly(1_131, 1_131, 951);
    assertThat(outcome).isEqualTo(new Outcome(Ending.FOUND, 951, 1, 1));
  }

  @Test
  void fromAboveTheRateFallsByAFifthThenTheGapIsHalved() throws InterruptedException {
    Outcome outcome = find(plan(0.1, 1, 100).from(10_000), rate -> rate <= 7_000);

    assertThat(rates(Stage.DESCENT)).containsExactly(10_000, 10_000, 8_000, 8_000, 6_400);
    assertThat(rates(Stage.GROWTH)).isEmpty();
    assertThat(outcome.rate()).isBetween(6_364, 7_000);
  }

  @Test
  void whereCallsQueuedTheRateIsHalvedAndTheGapSearchedBehindIt() throws InterruptedException {
    Outcome outcome = NextRate.find(plan(0.5, 1, 100).from(20_000), new Knee(9_000, 9_000));

    assertThat(rates(Stage.DESCENT)).containsExactly(20_000, 10_000, 5_000);
    assertThat(rates(Stage.BISECTION)).containsExactly(7_071, 7_071);
    assertThat(outcome).isEqualTo(new Outcome(Ending.FOUND, 5_000, 1, 1));
  }

  @Test
  void aFirstRateThatHoldsIsDoubled() throws InterruptedException {
    Outcome outcome = find(plan(0.2, 1, 100).from(1_000), rate -> rate <= 3_000);

    assertThat(rates(Stage.DESCENT)).containsExactly(1_000);
    assertThat(rates(Stage.GROWTH)).containsExactly(2_000, 4_000, 4_000);
    assertThat(outcome.rate()).isBetween(2_500, 3_000);
  }

  @Test
  void aServerThatHoldsNothingIsAskedTwiceAndNoMore() throws InterruptedException {
    Outcome outcome = find(plan(0.05, 3, 40), rate -> false);

    assertThat(outcome.ending()).isEqualTo(Ending.NOT_EVEN_LOWEST);
    assertThat(outcome.sustained()).isFalse();
    assertThat(asked).containsExactly(new Asked(100, Stage.GROWTH), new Asked(100, Stage.GROWTH));
  }

  @Test
  void whatIsNeverViolatedIsALowerBoundAndSaysSo() throws InterruptedException {
    Outcome outcome = find(new SearchPlan(LOWEST, 5_000, 0.05, 3, 40), rate -> true);

    assertThat(outcome).isEqualTo(new Outcome(Ending.HIGHEST_RATE, 5_000, 3, 3));
    assertThat(outcome.bounded()).isTrue();
    assertThat(asked).extracting(Asked::rate).allMatch(rate -> rate <= 5_000);
  }

  @Test
  void oneHiccupBelowTheKneeDoesNotEndTheSearchThere() throws InterruptedException {
    List<Integer> hiccups = new ArrayList<>(List.of(100, 400, 3_200));
    Outcome outcome =
        find(plan(0.05, 3, 100), rate -> !hiccups.remove((Integer) rate) && rate <= 10_000);

    assertThat(hiccups).as("each was met").isEmpty();
    assertThat(outcome.rate()).isBetween(9_500, 10_000);
  }

  @Test
  void aRateThatHeldByLuckIsNotConfirmedAndTheSearchGoesDown() throws InterruptedException {
    // Around the knee the answer depends on luck: the first probe of a rate there always holds.
    List<Integer> seen = new ArrayList<>();
    Outcome outcome =
        find(
            plan(0.05, 3, 100),
            rate -> {
              boolean lucky = rate <= 1_200 && !seen.contains(rate);
              seen.add(rate);
              return rate <= 1_000 || lucky;
            });

    assertThat(outcome.ending()).isEqualTo(Ending.FOUND);
    assertThat(outcome.rate()).isBetween(950, 1_000);
    assertThat(rates(Stage.CONFIRMATION).stream().distinct())
        .as("more than one was tried")
        .hasSizeGreaterThan(1);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20})
  void withNoiseTheFoundRateIsOneThatMostlyHolds(long seed) throws InterruptedException {
    // The chance to hold falls from 1 at 8,000/s to 0 at 12,000/s; a twentieth of all else is luck.
    Random random = new Random(seed);
    Outcome outcome =
        find(
            plan(0.05, 5, 200),
            rate -> {
              double chance = Math.max(0, Math.min(1, (12_000.0 - rate) / 4_000));
              return random.nextDouble() < 0.05
                  ? random.nextBoolean()
                  : random.nextDouble() < chance;
            });

    assertThat(outcome.ending()).isEqualTo(Ending.FOUND);
    assertThat(outcome.rate()).isBetween(4_000, 12_000);
    assertThat(outcome.held()).isGreaterThanOrEqualTo(3);
  }

  @Test
  void itEndsAtTheNumberOfProbesWithALowerBoundThatIsConfirmed() throws InterruptedException {
    Outcome outcome = find(plan(0.001, 3, 12), rate -> rate <= 3_000);

    assertThat(asked).hasSizeLessThanOrEqualTo(12);
    assertThat(outcome.ending()).isEqualTo(Ending.MAX_PROBES);
    assertThat(outcome.bounded()).isTrue();
    assertThat(outcome.rate()).isBetween(1_600, 3_000);
    assertThat(outcome.held()).isEqualTo(3);
  }

  @Test
  void whatCannotBeConfirmedWithinTheProbesIsNotClaimed() throws InterruptedException {
    List<Integer> seen = new ArrayList<>();
    Outcome outcome =
        find(
            plan(0.05, 3, 8),
            rate -> {
              boolean first = !seen.contains(rate);
              seen.add(rate);
              return first && rate < 800;
            });

    assertThat(outcome).isEqualTo(new Outcome(Ending.UNCONFIRMED, 0, 0, 0));
    assertThat(asked).hasSizeLessThanOrEqualTo(8);
  }

  @Test
  void aProbeThatBreaksOffEndsTheSearchAtOnce() {
    assertThatThrownBy(
            () ->
                NextRate.<IOException>find(
                    plan(0.05, 3, 40),
                    (rate, stage) -> {
                      asked.add(new Asked(rate, stage));
                      throw new IOException("no server");
                    }))
        .isInstanceOf(IOException.class)
        .hasMessage("no server");
    assertThat(asked).hasSize(1);
  }
}
