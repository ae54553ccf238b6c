package io.rpcstress.measure.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

/** The range in which a next sweep is expected. */
class RandomEffectsTest {

  /** Each printed an interval of some 3 %, and they lay between 4.67 and 7.40. */
  @Test
  void sweepsThatDifferByMoreThanTheirIntervalsGiveAWideRange() {
    Interval next =
        RandomEffects.next(
            DoubleStream.of(4.67, 4.84, 4.87, 5.18, 6.45, 7.40)
                .mapToObj(ratio -> new Interval(ratio, ratio / 1.03, ratio * 1.03))
                .toList());

    // of equal variances: the geometric mean, and the standard deviation of the logarithms
    assertThat(next.value()).isCloseTo(5.484, within(0.001));
    assertThat(next.low()).isCloseTo(3.135, within(0.001));
    assertThat(next.high()).isCloseTo(9.595, within(0.001));
  }

  @Test
  void sweepsThatAgreeGiveTheMeanByTheirPrecision() {
    Interval next =
        RandomEffects.next(
            List.of(
                new Interval(2.00, 1.90, 2.105),
                new Interval(2.02, 1.6, 2.55),
                new Interval(2.00, 1.8, 2.22)));

    assertThat(next.value()).isCloseTo(2.001, within(0.001));
    assertThat(next.low()).isLessThan(1.6);
    assertThat(next.high()).isGreaterThan(2.4);
  }

  @Test
  void twoSweepsGiveARatioAndNoRange() {
    Interval next =
        RandomEffects.next(List.of(new Interval(2, 1.9, 2.1), new Interval(8, 7.6, 8.4)));

    assertThat(next.value()).isCloseTo(4, within(0.01));
    assertThat(next.isKnown()).isFalse();
    assertThat(RandomEffects.next(List.of(new Interval(2, 1.9, 2.1))).value())
        .isCloseTo(2, within(1e-9));
  }

  @Test
  void ratiosWithoutIntervalsGiveTheRangeOfTheirOwnSpread() {
    Interval next = RandomEffects.nextOfRatios(List.of(4.0, 5.0, 6.25));

    // logarithms a step of ln 1.25 apart; t of two degrees is 4.303
    assertThat(next.value()).isCloseTo(5, within(1e-9));
    assertThat(next.low())
        .isCloseTo(5 * Math.pow(1.25, -4.303 * Math.sqrt(4 / 3.0)), within(0.001));
    assertThat(next.high()).isCloseTo(5 * Math.pow(1.25, 4.303 * Math.sqrt(4 / 3.0)), within(0.01));
    assertThat(RandomEffects.nextOfRatios(List.of(4.0, 9.0)).value()).isCloseTo(6, within(1e-9));
    assertThat(RandomEffects.nextOfRatios(List.of(4.0, 9.0)).isKnown()).isFalse();
  }

  /** Sweeps whose true ratios spread by 15 %, each measured within 5 %. */
  @Test
  void aNextSweepLiesInTheRangeAboutNineteenTimesOfTwenty() {
    Random random = new Random(Bootstrap.SEED);
    int inside = 0;
    int all = 2_000;
    for (int i = 0; i < all; i++) {
      List<Interval> sweeps = new ArrayList<>();
      for (int k = 0; k < 5; k++) {
        sweeps.add(drawn(random));
      }
      inside += RandomEffects.next(sweeps).spans(drawn(random).value()) ? 1 : 0;
    }
    assertThat((double) inside / all).isBetween(0.93, 0.99);
  }

  private static Interval drawn(Random random) {
    double ratio = Math.exp(0.15 * random.nextGaussian() + 0.05 * random.nextGaussian());
    double factor = Math.exp(1.96 * 0.05);
    return new Interval(ratio, ratio / factor, ratio * factor);
  }
}
