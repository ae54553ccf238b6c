package io.rpcstress.measure.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BootstrapTest {

  private static final long SEED = 99;

  @Test
  void agreesWithAnotherBootstrapOfTheSameData() {
    Random random = new Random(SEED);
    for (int trial = 0; trial < 20; trial++) {
      double[] a = sample(random, 9, 100, 10);
      double[] b = sample(random, 9, 80, 10);

      Interval found = Bootstrap.ratioOfMeans(a, b, trial);

      double[] drawn = new double[20_000];
      for (int i = 0; i < drawn.length; i++) {
        drawn[i] = drawnMean(random, a) / drawnMean(random, b);
      }
      Arrays.sort(drawn);
      assertThat(found.value())
          .isEqualTo(Arrays.stream(a).sum() / Arrays.stream(b).sum(), offset(1e-12));
      assertThat(found.low()).isEqualTo(drawn[500], offset(0.02));
      assertThat(found.high()).isEqualTo(drawn[19_500], offset(0.02));
    }
  }

  @Test
  void theTruthIsInsideAboutAsOftenAsPromised() {
    Random random = new Random(SEED);
    int inside = 0;
    for (int trial = 0; trial < 1_000; trial++) {
      double[] a = sample(random, 9, 100, 5);
      double[] b = sample(random, 9, 100, 5);
      inside += Bootstrap.ratioOfMeans(a, b, trial).spans(1) ? 1 : 0;
    }
    // Of nine values a percentile bootstrap is known to be a little narrow.
    assertThat(inside).isBetween(890, 970);
  }

  @Test
  void theSameDataGiveTheSameInterval() {
    double[] a = {1, 2, 3};
    double[] b = {2, 2, 5};
    assertThat(Bootstrap.ratioOfMeans(a, b, 1)).isEqualTo(Bootstrap.ratioOfMeans(a, b, 1));
    assertThat(Bootstrap.geometricMean(a, 1)).isEqualTo(Bootstrap.geometricMean(a, 1));
  }

  @Test
  void aSingleRunGivesNoIntervalAndNoVerdict() {
    Interval found = Bootstrap.ratioOfMeans(new double[] {5}, new double[] {1, 1}, 0);
    assertThat(found.value()).isEqualTo(5);
    assertThat(found.isKnown()).isFalse();
    assertThat(found.verdict()).isEqualTo(Verdict.NO_DIFFERENCE);
    assertThat(Bootstrap.geometricMean(new double[] {5}, 0).verdict())
        .isEqualTo(Verdict.NO_DIFFERENCE);
  }

  @Test
  void theGeometricMeanOfARatioAndItsInverseIsOne() {
    Interval found = Bootstrap.geometricMean(new double[] {4, 0.25}, 3);
    assertThat(found.value()).isEqualTo(1, offset(1e-15));
    assertThat(found.verdict()).isEqualTo(Verdict.NO_DIFFERENCE);
  }

  @Test
  void verdictsFollowTheInterval() {
    assertThat(new Interval(1.2, 1.1, 1.3).verdict()).isEqualTo(Verdict.SLOWER);
    assertThat(new Interval(0.8, 0.7, 0.9).verdict()).isEqualTo(Verdict.FASTER);
    assertThat(new Interval(1.2, 1.0, 1.3).verdict()).isEqualTo(Verdict.NO_DIFFERENCE);
  }

  private static double[] sample(Random random, int n, double mean, double sd) {
    return random.doubles(n).map(x -> mean + sd * random.nextGaussian()).toArray();
  }

  private static double drawnMean(Random random, double[] values) {
    double sum = 0;
    for (int i = 0; i < values.length; i++) {
      sum += values[random.nextInt(values.length)];
    }
    return sum / values.length;
  }
}
