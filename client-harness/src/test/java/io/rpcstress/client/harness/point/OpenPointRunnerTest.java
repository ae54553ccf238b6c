package io.rpcstress.client.harness.point;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.measure.CallCounts;
import org.junit.jupiter.api.Test;

/** What makes a row of an open loop doubtful. */
final class OpenPointRunnerTest {

  private static final CallCounts GOOD = CallCounts.allOk(1_000);

  @Test
  void aRateThatIsMetIsNotFlagged() {
    assertThat(OpenPointRunner.flags(GOOD, 1_000L, 1)).isEmpty();
    assertThat(OpenPointRunner.flags(GOOD, null, 0.99)).isEmpty();
    assertThat(OpenPointRunner.flags(GOOD, null, 1.05)).isEmpty();
  }

  @Test
  void aRateThatIsMissedIsSaturated() {
    assertThat(OpenPointRunner.flags(GOOD, null, 0.989)).containsExactly("saturated");
  }

  @Test
  void moreRepliesThanCallsAreThoseOfAWarmUpThatWasTooShort() {
    assertThat(OpenPointRunner.flags(GOOD, null, 1.06)).containsExactly("warm-up-short");
  }

  @Test
  void callsThatDidNotEndWellAreNamed() {
    assertThat(OpenPointRunner.flags(new CallCounts(10, 6, 1, 2, 1), 7L, 1))
        .containsExactly("abandoned", "served-mismatch", "timed-out");
  }
}
