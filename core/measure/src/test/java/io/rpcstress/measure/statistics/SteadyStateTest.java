package io.rpcstress.measure.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.OptionalInt;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SteadyStateTest {

  private static final long SEED = 17;
  private static final int SERIES = 1_000;
  private static final double LEVEL = 30_000;

  private static double[] series(
      int windows, double noise, Random random, IntToDoubleFunction shape) {
    double[] rates = new double[windows];
    for (int i = 0; i < windows; i++) {
      rates[i] = LEVEL * shape.applyAsDouble(i) * (1 + noise * random.nextGaussian());
    }
    return rates;
  }

  /** How many of {@link #SERIES} seeded series are found steady, at whatever window. */
  private static int found(int windows, double noise, IntToDoubleFunction shape) {
    Random random = new Random(SEED);
    int found = 0;
    for (int i = 0; i < SERIES; i++) {
      found += SteadyState.find(series(windows, noise, random, shape)).isPresent() ? 1 : 0;
    }
    return found;
  }

  @ParameterizedTest
  @CsvSource({"10, 0.02, 970", "12, 0.03, 930", "20, 0.03, 970", "40, 0.03, 980"})
  void aFlatNoisySeriesIsSteadyFromItsFirstWindow(int windows, double noise, int least) {
    Random random = new Random(SEED);
    int fromFirst = 0;
    for (int i = 0; i < SERIES; i++) {
      OptionalInt start = SteadyState.find(series(windows, noise, random, at -> 1));
      fromFirst += start.equals(OptionalInt.of(0)) ? 1 : 0;
    }
    assertThat(fromFirst).isGreaterThan(least - 40);
    assertThat(found(windows, noise, at -> 1)).isGreaterThanOrEqualTo(least);
  }

  @ParameterizedTest
  @CsvSource({"0.01, 990", "0.02, 960", "0.03, 890"})
  void theEndOfAWarmUpIsFoundWithinOneWindow(double noise, int least) {
    Random random = new Random(SEED);
    int near = 0;
    for (int i = 0; i < SERIES; i++) {
      // 30 %, 39 %, ... 93 % of the level; from window 8 on all of it.
      double[] rates = series(20, noise, random, at -> Math.min(1, 0.3 + 0.09 * at));
      OptionalInt start = SteadyState.find(rates);
      near += start.isPresent() && Math.abs(start.getAsInt() - 8) <= 1 ? 1 : 0;
    }
    assertThat(near).isGreaterThanOrEqualTo(least);
  }

  @ParameterizedTest
  @CsvSource({"5, 0.01", "8, 0.02", "10, 0.02", "10, 0.03", "12, 0.03", "20, 0.03", "40, 0.03"})
  void aDriftOfTwoPercentAWindowIsCaught(int windows, double noise) {
    assertThat(found(windows, noise, at -> Math.pow(1.02, at))).isLessThanOrEqualTo(20);
    assertThat(found(windows, noise, at -> Math.pow(0.98, at))).isLessThanOrEqualTo(20);
  }

  /** As {@code --until-steady} does. */
  @ParameterizedTest
  @ValueSource(doubles = {0.01, 0.02, 0.03})
  void aDriftIsCaughtAlsoWhereItIsAskedAnewAfterEachWindow(double noise) {
    Random random = new Random(SEED);
    int taken = 0;
    for (int i = 0; i < SERIES; i++) {
      double[] rates = series(30, noise, random, at -> Math.pow(1.02, at));
      for (int asked = SteadyState.MIN_WINDOWS; asked <= rates.length; asked++) {
        if (SteadyState.find(Arrays.copyOf(rates, asked)).isPresent()) {
          taken++;
          break;
        }
      }
    }
    assertThat(taken).isLessThan(SERIES * 8 / 100);
  }

  private static int kept(int windows, double noise, IntToDoubleFunction shape) {
    Random random = new Random(SEED);
    int kept = 0;
    for (int i = 0; i < SERIES; i++) {
      kept += SteadyState.isKept(series(windows, noise, random, shape)) ? 1 : 0;
    }
    return kept;
  }

  @Test
  void theWindowsBehindKeepASteadyStateAsLongAsTheyAgree() {
    assertThat(kept(5, 0.02, at -> 1)).isGreaterThan(960);
    assertThat(kept(5, 0.03, at -> 1)).isGreaterThan(850);
    assertThat(kept(10, 0.03, at -> 1)).isGreaterThan(960);
    assertThat(SteadyState.isKept(new double[] {LEVEL})).isTrue();
  }

  @Test
  void theWindowsBehindDoNotKeepItWhereTheyDriftOrJumpOrSpread() {
    Random random = new Random(SEED);
    assertThat(SteadyState.isKept(series(5, 0, random, at -> Math.pow(1.02, at)))).isFalse();
    assertThat(SteadyState.isKept(series(5, 0, random, at -> Math.pow(0.98, at)))).isFalse();
    assertThat(SteadyState.isKept(series(5, 0, random, at -> at < 4 ? 1 : 0.75))).isFalse();
    assertThat(SteadyState.isKept(series(5, 0, random, at -> at % 2 == 0 ? 1 : 0.85))).isFalse();
  }

  @Test
  void windowsThatSpreadByMoreThanTheToleranceAreNotSteady() {
    double[] rates = {100, 80, 120, 85, 115, 80, 120, 100, 90, 110, 80, 120};
    assertThat(SteadyState.find(rates)).isEmpty();
  }

  @Test
  void fewWindowsSettleNothing() {
    assertThat(SteadyState.find(new double[0])).isEmpty();
    assertThat(SteadyState.find(new double[] {100, 100, 100, 100})).isEmpty();
    assertThat(SteadyState.find(new double[] {100, 100, 100, 100, 100})).hasValue(0);
    assertThat(SteadyState.find(new double[] {10, 20, 30, 40, 50, 60, 70, 100, 100, 100, 100}))
        .isEmpty();
  }
}
