package io.rpcstress.engine.point;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.measure.CallCounts;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which counts of a server contradict those of its clients. */
final class ServedMismatchTest {

  private static final long ANSWERED = 97;

  /** Two exceeded their deadline and one failed. */
  private static final CallCounts THREE_NOT_OK = new CallCounts(100, ANSWERED, 1, 2, 0);

  private static SortedSet<String> flags(@Nullable Long served, CallCounts own) {
    SortedSet<String> flags = new TreeSet<>();
    PointRunner.flagServed(flags, served, ANSWERED, own);
    return flags;
  }

  @Test
  void aCallWithoutAGoodAnswerMayHaveBeenServed() {
    for (long served = ANSWERED; served <= 100; served++) {
      assertThat(flags(served, THREE_NOT_OK)).as("%d served", served).isEmpty();
    }
  }

  @Test
  void fewerThanWereAnsweredOrMoreThanWereMadeAreNot() {
    assertThat(flags(ANSWERED - 1, THREE_NOT_OK)).containsExactly("served-mismatch");
    assertThat(flags(101L, THREE_NOT_OK)).containsExactly("served-mismatch");
    assertThat(flags(ANSWERED + 1, CallCounts.allOk(ANSWERED))).containsExactly("served-mismatch");
  }

  @Test
  void aServerThatWasNotAskedContradictsNothing() {
    assertThat(flags(null, THREE_NOT_OK)).isEmpty();
  }
}
