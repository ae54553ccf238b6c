package io.rpcstress.engine.point;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.measure.CallCounts;
import io.rpcstress.measure.Flag;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which counts of a server contradict those of its clients. */
final class ServedMismatchTest {

  private static final long ANSWERED = 97;

  /** Two exceeded their deadline and one failed. */
  private static final CallCounts THREE_NOT_OK = new CallCounts(100, ANSWERED, 1, 2, 0);

  private static boolean isMismatch(@Nullable Long served, CallCounts own) {
    return PointRun.mismatch(served, ANSWERED, own, false) != null;
  }

  @Test
  void aCallWithoutAGoodAnswerMayHaveBeenServed() {
    for (long served = ANSWERED; served <= 100; served++) {
      assertThat(isMismatch(served, THREE_NOT_OK)).as("%d served", served).isFalse();
    }
  }

  @Test
  void fewerThanWereAnsweredOrMoreThanWereMadeAreNot() {
    assertThat(isMismatch(ANSWERED - 1, THREE_NOT_OK)).isTrue();
    assertThat(isMismatch(101L, THREE_NOT_OK)).isTrue();
    assertThat(isMismatch(ANSWERED + 1, CallCounts.allOk(ANSWERED))).isTrue();
  }

  @Test
  void messagesThatNoReplyFollowsAreLostWhereTheyAreFewer() {
    assertThat(PointRun.mismatch(ANSWERED - 1, ANSWERED, THREE_NOT_OK, true))
        .isEqualTo(Flag.MESSAGES_LOST);
    assertThat(PointRun.mismatch(ANSWERED, ANSWERED, THREE_NOT_OK, true)).isNull();
    assertThat(PointRun.mismatch(101L, ANSWERED, THREE_NOT_OK, true))
        .isEqualTo(Flag.SERVED_MISMATCH);
  }

  @Test
  void aServerThatWasNotReadContradictsNothing() {
    assertThat(isMismatch(null, THREE_NOT_OK)).isFalse();
  }
}
