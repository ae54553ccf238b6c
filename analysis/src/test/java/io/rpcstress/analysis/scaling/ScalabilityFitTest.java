package io.rpcstress.analysis.scaling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class ScalabilityFitTest {

  private static final double[] THREADS = {1, 2, 5, 10, 20, 50, 100, 200, 500, 990};

  @Test
  void knownParametersAreFound() {
    ScalabilityFit fit = fit(THREADS, law(1_000, 0.03, 2e-5));

    assertThat(fit.lambda()).isCloseTo(1_000, Percentage.withPercentage(0.01));
    assertThat(fit.sigma()).isCloseTo(0.03, Percentage.withPercentage(0.01));
    assertThat(fit.kappa()).isCloseTo(2e-5, Percentage.withPercentage(0.01));
    assertThat(fit.rSquared()).isCloseTo(1, within(1e-9));
    assertThat(fit.relativeRms()).isLessThan(1e-6);
    assertThat(fit.peak()).isCloseTo(Math.sqrt(0.97 / 2e-5), within(0.1));
    assertThat(fit.beatsConstant()).isTrue();
  }

  @Test
  void aLawThatSaysNoMoreThanAConstantIsNone() {
    Random random = new Random(4);
    int beaten = 0;
    int trials = 100;
    for (int trial = 0; trial < trials; trial++) {
      double[] flat =
          DoubleStream.of(THREADS).map(n -> 900 * (1 + 0.08 * random.nextGaussian())).toArray();
      beaten += fit(THREADS, flat).beatsConstant() ? 1 : 0;
    }
    assertThat(beaten).isLessThan(trials / 5);
  }

  @Test
  void aPeakBeyondWhatWasMeasuredIsNotClaimed() {
    double[] near = {1, 2, 5, 10, 20};
    double[] rates = Arrays.stream(near).map(n -> n / (1 + 1e-4 * n * (n - 1))).toArray();

    ScalabilityFit fit = fit(near, rates);

    assertThat(Math.sqrt((1 - fit.sigma()) / fit.kappa())).isGreaterThan(90);
    assertThat(fit.peak()).isNaN();
  }

  @Test
  void underNoiseTheTruthIsWithinAFewErrors() {
    Random random = new Random(17);
    int inside = 0;
    int trials = 60;
    for (int trial = 0; trial < trials; trial++) {
      double[] rates =
          Arrays.stream(law(1_000, 0.03, 2e-5))
              .map(x -> x * (1 + 0.05 * random.nextGaussian()))
              .toArray();
      ScalabilityFit fit = fit(THREADS, rates);
      assertThat(fit.relativeRms()).isBetween(0.01, 0.1);
      boolean near =
          Math.abs(fit.sigma() - 0.03) < 3 * fit.sigmaError()
              && Math.abs(fit.kappa() - 2e-5) < 3 * fit.kappaError()
              && Math.abs(fit.lambda() - 1_000) < 3 * fit.lambdaError();
      inside += near ? 1 : 0;
    }
    // With seven degrees of freedom, three errors hold the truth in 98 of 100 cases each.
    assertThat(inside).isGreaterThan(trials * 8 / 10);
  }

  @Test
  void dataInProportionHaveBothParametersAtTheirBound() {
    ScalabilityFit fit = fit(THREADS, law(250, 0, 0));

    assertThat(fit.lambda()).isCloseTo(250, within(1e-6));
    assertThat(fit.sigma()).isZero();
    assertThat(fit.kappa()).isZero();
    assertThat(fit.sigmaError()).isNaN();
    assertThat(fit.kappaError()).isNaN();
    assertThat(fit.peak()).isNaN();
  }

  @Test
  void throughputThatFallsHasItsPeakWhereItIs() {
    ScalabilityFit fit = fit(THREADS, law(4_000, 0.01, 1e-3));

    assertThat(fit.peak()).isCloseTo(Math.sqrt(0.99 / 1e-3), within(0.1));
    assertThat(fit.at(31.46)).isGreaterThan(fit.at(20)).isGreaterThan(fit.at(50));
  }

  @Test
  void aCurveThatDoesNotFitShowsNoPeak() {
    double[] jumps = {100, 5_000, 200, 9_000, 150, 7_000, 120, 8_000, 90, 100};

    ScalabilityFit fit = fit(THREADS, jumps);

    assertThat(fit.isGood()).isFalse();
    assertThat(fit.peak()).isNaN();
  }

  @Test
  void repeatedProcessesAtOneCountAreNoFurtherCount() {
    double[] three = {10, 10, 100, 100, 990, 990};

    assertThat(ScalabilityFit.of(three, new double[] {1, 1, 2, 2, 3, 3})).isEmpty();
  }

  private static ScalabilityFit fit(double[] threads, double[] rates) {
    return ScalabilityFit.of(threads, rates).orElseThrow();
  }

  private static double[] law(double lambda, double sigma, double kappa) {
    return DoubleStream.of(THREADS)
        .map(n -> lambda * n / (1 + sigma * (n - 1) + kappa * n * (n - 1.0)))
        .toArray();
  }
}
