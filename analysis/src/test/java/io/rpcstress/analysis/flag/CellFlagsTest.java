package io.rpcstress.analysis.flag;

import static io.rpcstress.analysis.sample.Cells.cell;
import static io.rpcstress.analysis.sample.Cells.repeated;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Run;
import io.rpcstress.analysis.sample.SweepGenerator;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CellFlagsTest {

  private static final Point POINT = SweepGenerator.point("rpcx", 10, 100, RequestMode.TOTAL);

  @Test
  void aTrendHasItsDirectionItsSizeAndItsExactProbability() {
    double[] faster =
        IntStream.range(0, 9).mapToDouble(i -> 100 * Math.pow(0.7, i / 8.0)).toArray();

    Trend trend = Trend.of(cell(1, POINT, faster)).orElseThrow();

    assertThat(trend.ratio()).isCloseTo(0.7, within(1e-4));
    // Of the 9! orders, one falls all the way and one rises all the way.
    assertThat(trend.pValue()).isCloseTo(2.0 / 362_880, within(1e-12));
    assertThat(CellFlags.of(cell(1, POINT, faster))).containsExactly(CellFlags.TREND);
  }

  @Test
  void probabilitiesAreThoseOfKendallsTable() {
    // n = 4: S = 4 or more in 4 of 24 orders; n = 5: S = 8 or more in 5 of 120. Two-sided.
    assertThat(pValue(1, 2, 4, 3)).isCloseTo(2 * 4 / 24.0, within(1e-12));
    assertThat(pValue(1, 2, 3, 5, 4)).isCloseTo(2 * 5 / 120.0, within(1e-12));
    assertThat(pValue(7, 7, 7, 7, 7)).isEqualTo(1);
  }

  @Test
  void processesAddTheirScores() {
    // Three runs can show nothing, however they lie: one order of six.
    assertThat(pValue(3, 2, 1)).isCloseTo(2 / 6.0, within(1e-12));

    Cell twice = repeated(1, POINT, new double[] {3, 2, 1}, new double[] {6, 5, 4});

    assertThat(Trend.of(twice).orElseThrow().pValue()).isCloseTo(2 / 36.0, within(1e-12));
  }

  @Test
  void aStepBetweenProcessesIsNoTrend() {
    Cell cell =
        repeated(
            1,
            POINT,
            new double[] {100, 101, 99, 100, 101, 99, 100, 101, 99},
            new double[] {200, 201, 199, 200, 201, 199, 200, 201, 199});

    assertThat(Trend.of(cell).orElseThrow().isShown()).isFalse();
  }

  @Test
  void steadyRunsAreFlaggedAsRarelyAsPromised() {
    Random random = new Random(11);
    int flagged = 0;
    int cells = 4_000;
    for (int i = 0; i < cells; i++) {
      double[] steady = random.doubles(9, 80, 120).toArray();
      flagged += Trend.of(cell(1, POINT, steady)).orElseThrow().isShown() ? 1 : 0;
    }
    assertThat(flagged / (double) cells).isPositive().isLessThanOrEqualTo(Trend.SIGNIFICANCE);
  }

  @Test
  void aChangeTooSmallToMatterIsNotFlagged() {
    double[] slightly = IntStream.range(0, 9).mapToDouble(i -> 100 + i / 4.0).toArray();

    assertThat(Trend.of(cell(1, POINT, slightly)).orElseThrow().pValue()).isLessThan(0.001);
    assertThat(CellFlags.of(cell(1, POINT, slightly))).isEmpty();
  }

  @Test
  void aRunFarFromTheOthersIsFlaggedAndKept() {
    Cell cell = cell(1, POINT, 100, 101, 99, 102, 250, 98, 100, 101, 99);

    assertThat(CellFlags.of(cell)).containsExactly(CellFlags.OUTLIER);
    assertThat(Outliers.of(cell)).extracting(Run::order).containsExactly(5);
    assertThat(cell.counted()).hasSize(9);
  }

  @Test
  void everyFlagOfOursHasAMeaning() {
    for (String flag : List.of(CellFlags.TREND, CellFlags.OUTLIER, CellFlags.PROCESS_FAILED)) {
      assertThat(Flags.meaning(flag)).doesNotContain("docs/");
    }
    assertThat(Flags.meaning("of-tomorrow")).contains("docs/method.md");
  }

  private static double pValue(double... warmMs) {
    return Trend.of(cell(1, POINT, warmMs)).orElseThrow().pValue();
  }
}
