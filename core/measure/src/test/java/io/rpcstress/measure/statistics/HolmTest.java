package io.rpcstress.measure.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class HolmTest {

  @Test
  void theTextbooksExampleIsCutSo() {
    // Holm (1979), as worked through wherever it is taught: 0.01, 0.04, 0.03, 0.005.
    assertThat(Holm.cutoff(0.01, 0.04, 0.03, 0.005)).isEqualTo(0.01);
  }

  @Test
  void whatWasNotTestedDoesNotCount() {
    assertThat(Holm.cutoff(Double.NaN, 0.049, Double.NaN)).isEqualTo(0.049);
    assertThat(Holm.family(Double.NaN, 0.049, Double.NaN)).isEqualTo(1);
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
}
