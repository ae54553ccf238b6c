package io.rpcstress.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class RunTest {

  @Test
  void tpsIsThePapersEquationThree() {
    assertThat(Samples.run(1).tps()).isCloseTo(100 / 0.047123, within(1e-9));
  }

  @Test
  void callsPerSecondCountsOnlyGoodCalls() {
    assertThat(Samples.run(1).callsPerSecond()).isCloseTo(97 / 0.047123, within(1e-9));
  }

  @Tag("defect")
  @DisplayName("defect 10: the rates of a row are not divided by its threads")
  @Test
  void theRatesOfARowAreNotDividedByItsThreads() {
    for (int threads : new int[] {1, 7, 990}) {
      Run run = Samples.run(new Point("rpcx", Point.EXAMPLE, threads, 900, RequestMode.TOTAL));
      assertThat(run.timeTotalMs()).isEqualTo(50);
      assertThat(run.tps()).isCloseTo(18_000, within(1e-9));
      assertThat(run.callsPerSecond()).isCloseTo(18_000, within(1e-9));
    }
    Run each = Samples.run(new Point("rpcx", Point.EXAMPLE, 10, 90, RequestMode.PER_THREAD));
    assertThat(each.tps()).as("Eq. 3 takes the count as it is").isCloseTo(1_800, within(1e-9));
    assertThat(each.callsPerSecond()).as("10 x 90 calls").isCloseTo(18_000, within(1e-9));
  }
}
