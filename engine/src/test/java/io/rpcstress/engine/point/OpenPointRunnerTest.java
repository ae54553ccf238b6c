package io.rpcstress.engine.point;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.measure.CallCounts;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What makes a row of an open loop doubtful. */
final class OpenPointRunnerTest {

  private static final SortedSet<String> NONE = Collections.emptySortedSet();
  private static final CallCounts GOOD = CallCounts.allOk(1_000);

  @Test
  void aRateThatIsMetIsNotFlagged() {
    assertThat(OpenPointRunner.flags(NONE, GOOD, 1)).isEmpty();
    assertThat(OpenPointRunner.flags(NONE, GOOD, 0.99)).isEmpty();
    assertThat(OpenPointRunner.flags(NONE, GOOD, 1.05)).isEmpty();
  }

  @Test
  void aRateThatIsMissedIsSaturated() {
    assertThat(OpenPointRunner.flags(NONE, GOOD, 0.989)).containsExactly("saturated");
  }

  @Test
  void moreRepliesThanCallsAreThoseOfAWarmUpThatWasTooShort() {
    assertThat(OpenPointRunner.flags(NONE, GOOD, 1.06)).containsExactly("warm-up-short");
  }

  @Test
  void callsThatDidNotEndWellAreNamed() {
    SortedSet<String> common = new TreeSet<>(List.of("served-mismatch"));
    assertThat(OpenPointRunner.flags(common, new CallCounts(10, 6, 1, 2, 1), 1))
        .containsExactly("abandoned", "served-mismatch", "timed-out");
  }
}
