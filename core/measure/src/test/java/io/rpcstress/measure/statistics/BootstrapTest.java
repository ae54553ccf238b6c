package io.rpcstress.measure.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BootstrapTest {

  private static final long SEED = 99;
  private static final int EXPERIMENTS = 2_000;

  /** Standard deviation of a process mean's logarithm: 5 %, as on a quiet host. */
  private static final double SPREAD = 0.05;

  /** Mean of a log-normal value by its median. */
  private static final double MEAN_OF_SPREAD = Math.exp(SPREAD * SPREAD / 2);

  /** Half the width, in logarithms, that the textbook's Welch interval has for such data. */
  private static double welch(double[] a, double[] b, double t) {
    return t * Math.sqrt(relativeVariance(a) / a.length + relativeVariance(b) / b.length);
  }

  private static double relativeVariance(double[] values) {
    double mean = Arrays.stream(values).average().orElseThrow();
    double squares = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
    return squares / (values.length - 1) / (mean * mean);
  }

  @Test
  void isAsWideAsWelchsIntervalWhereThatHolds() {
    // Alike spreads, five values each: 8 degrees of freedom, t = 2.306.
    double[] a = {98, 99, 100, 101, 102};
    double[] b = {196, 198, 200, 202, 204};
    Interval found = Bootstrap.ratioOfMeans(a, b, 1);
    assertThat(found.value()).isEqualTo(0.5, offset(1e-12));
    assertThat(Math.log(found.high() / found.value()))
        .isCloseTo(welch(a, b, 2.306), withinPercentage(7));
    assertThat(found.low() * found.high()).isEqualTo(0.25, offset(1e-12));
  }

  /**
   * The controls: a thing against itself ties, and what is there is found, with processes as few.
   */
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5, 9})
  void aThingAgainstItselfIsToldApartNoOftenerThanPromised(int processes) {
    Random random = new Random(SEED);
    int different = 0;
    for (int trial = 0; trial < EXPERIMENTS; trial++) {
      double[] a = processMeans(random, processes, 100);
      double[] b = processMeans(random, processes, 100);
      different += Bootstrap.ratioOfMeans(a, b, trial).spans(1) ? 0 : 1;
    }
    assertThat(different).isLessThan(EXPERIMENTS * 7 / 100);
    if (processes >= 5) { // of fewer it errs towards "too close to call"
      assertThat(different).isGreaterThan(EXPERIMENTS * 3 / 100);
    }
  }

  @Test
  void aFifthMoreIsFoundByFiveProcessesThatSpreadByATwentieth() {
    Random random = new Random(SEED);
    int found = 0;
    for (int trial = 0; trial < EXPERIMENTS; trial++) {
      double[] slower = processMeans(random, 5, 120);
      double[] reference = processMeans(random, 5, 100);
      Interval ratio = Bootstrap.ratioOfMeans(slower, reference, trial);
      found += ratio.verdict() == Verdict.SLOWER ? 1 : 0;
    }
    assertThat(found).isGreaterThan(EXPERIMENTS * 98 / 100);
  }

  @Test
  void theTrueDifferenceIsInsideAboutAsOftenAsPromised() {
    Random random = new Random(SEED);
    int inside = 0;
    for (int trial = 0; trial < EXPERIMENTS; trial++) {
      double[] a = processMeans(random, 5, 100);
      double[] b = processMeans(random, 5, 70);
      inside += Bootstrap.differenceOfMeans(a, b, trial).spans(30 * MEAN_OF_SPREAD) ? 1 : 0;
    }
    assertThat(inside).isBetween(EXPERIMENTS * 93 / 100, EXPERIMENTS * 97 / 100);
  }

  @Test
  void theTrueGeometricMeanIsInsideAboutAsOftenAsPromised() {
    Random random = new Random(SEED);
    int inside = 0;
    for (int trial = 0; trial < EXPERIMENTS; trial++) {
      double[] ratios = processMeans(random, 5, 2);
      inside += Bootstrap.geometricMean(ratios, trial).spans(2) ? 1 : 0;
    }
    assertThat(inside).isBetween(EXPERIMENTS * 93 / 100, EXPERIMENTS * 97 / 100);
  }

  @Test
  void aSingleRunGivesNoIntervalAndNoVerdict() {
    Interval found = Bootstrap.ratioOfMeans(new double[] {5}, new double[] {1, 1}, 0);
    assertThat(found.value()).isEqualTo(5);
    assertThat(found.isKnown()).isFalse();
    assertThat(found.verdict()).isEqualTo(Verdict.TOO_CLOSE);
    assertThat(Bootstrap.geometricMean(new double[] {5}, 0).verdict()).isEqualTo(Verdict.TOO_CLOSE);
  }

  @Test
  void valuesThatAreAllAlikeGiveNoIntervalOfNoWidth() {
    Interval found = Bootstrap.ratioOfMeans(new double[] {4, 4, 4}, new double[] {2, 2}, 0);
    assertThat(found).isEqualTo(Interval.unknown(2));
    assertThat(found.verdict(Holm.LEVEL)).isEqualTo(Verdict.TOO_CLOSE);
    assertThat(Bootstrap.geometricMean(new double[] {3, 3}, 0).isKnown()).isFalse();
    assertThat(Bootstrap.differenceOfMeans(new double[] {4, 4}, new double[] {2, 2}, 0).isKnown())
        .isFalse();
  }

  @Test
  void thePValueAndTheIntervalSayTheSame() {
    Random random = new Random(SEED);
    for (int trial = 0; trial < 200; trial++) {
      double[] a = processMeans(random, 5, 106);
      double[] b = processMeans(random, 5, 100);
      Interval found = Bootstrap.ratioOfMeans(a, b, trial);
      assertThat(found.pValue() <= Holm.LEVEL).isEqualTo(!found.spans(1));
      assertThat(found.verdict(Holm.LEVEL)).isEqualTo(found.verdict());
      Interval difference = Bootstrap.differenceOfMeans(a, b, trial);
      assertThat(difference.pValue() <= Holm.LEVEL).isEqualTo(!difference.spans(0));
    }
  }

  @Test
  void verdictsFollowTheInterval() {
    assertThat(new Interval(1.2, 1.1, 1.3).verdict()).isEqualTo(Verdict.SLOWER);
    assertThat(new Interval(0.8, 0.7, 0.9).verdict()).isEqualTo(Verdict.FASTER);
    assertThat(new Interval(1.2, 1.0, 1.3).verdict()).isEqualTo(Verdict.TOO_CLOSE);
  }

  /** What processes measure of one and the same thing: log-normal about it. */
  private static double[] processMeans(Random random, int n, double median) {
    return random.doubles(n).map(x -> median * Math.exp(SPREAD * random.nextGaussian())).toArray();
  }
}
