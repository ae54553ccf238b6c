package io.rpcstress.measure.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class HolmTest {

  @Test
  void theTextbooksExampleIsAdjustedSo() {
    // Holm (1979), as worked through wherever it is taught: 0.01, 0.04, 0.03, 0.005.
    assertThat(Holm.adjusted(0.01, 0.04, 0.03, 0.005))
        .containsExactly(new double[] {0.03, 0.06, 0.06, 0.02}, within(1e-12));
    assertThat(Holm.cutoff(0.01, 0.04, 0.03, 0.005)).isEqualTo(0.01);
  }

  @Test
  void whatWasNotTestedDoesNotCount() {
    assertThat(Holm.cutoff(Double.NaN, 0.049, Double.NaN)).isEqualTo(0.049);
    assertThat(Holm.family(Double.NaN, 0.049, Double.NaN)).isEqualTo(1);
    assertThat(Holm.adjusted(Double.NaN, 0.049)[0]).isNaN();
    assertThat(Holm.cutoff()).isZero();
  }

  /** Without a correction thirty verdicts find one that is not there in 79 reports of 100. */
  @Test
  void aReportOfThirtyTiesShowsADifferenceInFiveOfAHundredAtMost() {
    Random random = new Random(8);
    int wrong = 0;
    int uncorrected = 0;
    int reports = 2_000;
    for (int report = 0; report < reports; report++) {
      double[] pValues = random.doubles(30).toArray();
      double cutoff = Holm.cutoff(pValues);
      boolean any = false;
      boolean plain = false;
      for (double p : pValues) {
        any |= p <= cutoff;
        plain |= p <= Holm.LEVEL;
      }
      wrong += any ? 1 : 0;
      uncorrected += plain ? 1 : 0;
    }
    assertThat(wrong).isBetween(reports * 3 / 100, reports * 7 / 100);
    assertThat(uncorrected).isGreaterThan(reports * 70 / 100);
  }

  @Test
  void theCutoffAndTheAdjustedValuesAgree() {
    Random random = new Random(9);
    for (int trial = 0; trial < 200; trial++) {
      double[] pValues = random.doubles(12).map(p -> p * p * p / 5).toArray();
      double[] adjusted = Holm.adjusted(pValues);
      double cutoff = Holm.cutoff(pValues);
      for (int i = 0; i < pValues.length; i++) {
        assertThat(pValues[i] <= cutoff).isEqualTo(adjusted[i] <= Holm.LEVEL);
      }
    }
  }
}
