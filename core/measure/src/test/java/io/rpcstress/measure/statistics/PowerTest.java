package io.rpcstress.measure.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PowerTest {

  private static final int SWEEPS = 1_500;

  /** The number that it gives is the number that it takes. */
  @ParameterizedTest
  @CsvSource({"0.05, 1.2", "0.094, 1.2", "0.094, 1.1", "0.2, 1.2"})
  void soManyProcessesFindItInFourSweepsOfFive(double spread, double ratio) {
    int processes = Power.processes(spread, ratio, Holm.LEVEL).orElseThrow();
    assertThat(found(spread, ratio, processes)).isGreaterThan(SWEEPS * 75 / 100);
    if (processes > 4) {
      assertThat(found(spread, ratio, processes * 2 / 3)).isLessThan(SWEEPS * 75 / 100);
    }
  }

  @Test
  void fiveProcessesThatSpreadByTenPercentDoNotSeeAFifth() {
    assertThat(Power.processes(0.12, 1.2, Holm.LEVEL).orElseThrow()).isGreaterThan(5);
  }

  @Test
  void whatIsHopelessHasNoNumber() {
    assertThat(Power.processes(3, 1.05, 0.05)).isEmpty();
    assertThat(Power.processes(0, 1.05, 0.05)).hasValue(2);
  }

  @Test
  void theSpreadIsThatOfTheLogarithmWithinGroups() {
    assertThat(Power.spread(List.of(new double[] {5}))).isEmpty();
    double[] one = {Math.exp(1), Math.exp(1.2)};
    double[] other = {Math.exp(9), Math.exp(9.2), Math.exp(9.1)};
    assertThat(Power.spread(List.of(one, other, new double[] {7})).orElseThrow())
        .isEqualTo(Math.sqrt((0.02 + 0.02) / 3), within(1e-12));
  }

  private static int found(double spread, double ratio, int processes) {
    Random random = new Random(21);
    int found = 0;
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
      double[] slower = processes(random, processes, spread, 100 * ratio);
      double[] reference = processes(random, processes, spread, 100);
      Interval interval = Nested.ratio(NestedTest.alone(slower), NestedTest.alone(reference));
      found += interval.verdict(Holm.LEVEL) == Verdict.SLOWER ? 1 : 0;
    }
    return found;
  }

  private static double[] processes(Random random, int count, double spread, double level) {
    return random
        .doubles(count)
        .map(ignored -> level * Math.exp(spread * random.nextGaussian()))
        .toArray();
  }
}
