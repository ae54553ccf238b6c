package io.rpcstress.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

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

  @Test
  void countsThatDoNotAddUpAreRefused() {
    assertThatThrownBy(() -> new CallCounts(100, 98, 1, 0, 0))
        .hasMessageContaining("98")
        .hasMessageContaining("are not the 100 issued");
    assertThatThrownBy(() -> new CallCounts(0, -1, 1, 0, 0)).hasMessageContaining("negative");
  }

  @Test
  void aPointThatCouldNotBeAFileIsRefused() {
    assertThatThrownBy(() -> new Point("../x", "example", 1, 1, RequestMode.TOTAL))
        .hasMessageContaining("'../x'");
    assertThatThrownBy(() -> new Point("rpcx", "example", 0, 1, RequestMode.TOTAL))
        .hasMessage("threadNum is 0: 1 or more expected");
  }
}
