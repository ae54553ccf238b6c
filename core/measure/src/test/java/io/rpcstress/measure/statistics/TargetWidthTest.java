package io.rpcstress.measure.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TargetWidthTest {

  private static final TargetWidth QUARTER = new TargetWidth(1.25, 5, 30);

  @Test
  void itGoesOnUntilEveryIntervalIsNarrow() {
    Interval narrow = new Interval(1.1, 1.0, 1.2);
    Interval wide = new Interval(1.1, 0.9, 1.3);
    assertThat(QUARTER.isOver(4, List.of(narrow))).as("too early to look").isFalse();
    assertThat(QUARTER.isOver(5, List.of(narrow))).isTrue();
    assertThat(QUARTER.isOver(5, List.of(narrow, wide))).isFalse();
    assertThat(QUARTER.isOver(30, List.of(narrow, wide))).isTrue();
    assertThat(QUARTER.isOver(5, List.of())).as("nothing is compared").isTrue();
    assertThat(QUARTER.isReached(Interval.unknown(1))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.05, 0.094, 0.15})
  void intervalsThatStopAtTheWidthHoldTheTruthAlmostAsOften(double spread) {
    Random random = new Random(41);
    int experiments = 1_500;
    int inside = 0;
    for (int i = 0; i < experiments; i++) {
      List<Double> slower = new ArrayList<>();
      List<Double> reference = new ArrayList<>();
      Interval found = Interval.unknown(1);
      for (int round = 1; !QUARTER.isOver(round - 1, List.of(found)); round++) {
        slower.add(120 * Math.exp(spread * random.nextGaussian()));
        reference.add(100 * Math.exp(spread * random.nextGaussian()));
        found = Nested.ratio(NestedTest.alone(array(slower)), NestedTest.alone(array(reference)));
      }
      inside += found.spans(1.2) ? 1 : 0;
    }
    assertThat(inside).isGreaterThan(experiments * 92 / 100);
  }

  private static double[] array(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }
}
