package io.rpcstress.client.harness.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.client.harness.console.ConsoleTable.LatencyText;
import io.rpcstress.measure.CallCounts;
import org.junit.jupiter.api.Test;

class LatencyTextTest {

  @Test
  void aPercentileAmongTheCallsThatExceededTheirDeadlineIsNoNumberOfTheOthers() {
    CallCounts calls = new CallCounts(1_000, 989, 0, 11, 0);
    assertThat(LatencyText.of(99, 1_234.5, calls)).isEqualTo("> deadline");
    assertThat(LatencyText.of(99.9, null, calls)).isEqualTo("> deadline");
    assertThat(LatencyText.of(100, 2_000.0, calls)).isEqualTo("> deadline");
    assertThat(LatencyText.of(90, 1_000.0, calls)).isEqualTo("1000.0");
  }

  @Test
  void oneInAHundredIsNotBeyondIt() {
    assertThat(LatencyText.of(99, 1.0, new CallCounts(1_000, 990, 0, 10, 0))).isEqualTo("1.0");
  }

  @Test
  void abandonedCallsAreLateAndFailedOnesAreNot() {
    assertThat(LatencyText.of(99, 1.0, new CallCounts(100, 98, 0, 0, 2))).isEqualTo("> deadline");
    assertThat(LatencyText.of(99, 1.0, new CallCounts(100, 50, 50, 0, 0))).isEqualTo("1.0");
  }

  @Test
  void unknownIsEmpty() {
    assertThat(LatencyText.of(99, null, CallCounts.allOk(10))).isEmpty();
    assertThat(LatencyText.of(99, null, new CallCounts(0, 0, 0, 0, 0))).isEmpty();
  }
}
