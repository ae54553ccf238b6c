package io.rpcstress.measure.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class HolmTest {

  @Test
  void theTextbooksExampleIsCutSo() {
    // Holm (1979), as worked through wherever it is taught: 0.01, 0.04, 0.03, 0.005.
    double cutoff = Holm.cutoff(0.01, 0.04, 0.03, 0.005);
    assertThat(cutoff).isEqualTo(Holm.LEVEL / 2).isBetween(0.01, 0.03);
  }

  @Test
  void whatWasNotTestedDoesNotCount() {
    assertThat(Holm.cutoff(Double.NaN, 0.049, Double.NaN)).isEqualTo(Holm.LEVEL);
    assertThat(Holm.family(Double.NaN, 0.049, Double.NaN)).isEqualTo(1);
    assertThat(Holm.cutoff()).isEqualTo(Holm.LEVEL);
  }

  /** A reader sees the interval that decides, and never one that leaves out 1 beside a tie. */
  @Test
  void anIntervalAtTheLevelLeavesOutOneWhereADifferenceIsShown() {
    double[] ours = {41, 42, 43, 42.5, 41.5};
    Interval alone = Bootstrap.ratioOfMeans(ours, new double[] {42.7, 43.9, 44.4, 43.6, 43.1}, 1);
    assertThat(alone.pValue()).isBetween(Holm.LEVEL / 20, Holm.LEVEL);
    assertThat(alone.spans(1)).isFalse();

    double level = Holm.cutoff(alone.pValue(), 0.5, 0.6);
    Interval among = alone.at(level);
    assertThat(among.spans(1)).isEqualTo(among.verdict(level) == Verdict.TOO_CLOSE);
    assertThat(alone.at(alone.pValue() * 0.999).spans(1)).isTrue();
    assertThat(alone.at(alone.pValue() * 1.001).spans(1)).isFalse();
    assertThat(alone.at(Holm.LEVEL)).isEqualTo(alone);
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
