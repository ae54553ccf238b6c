package io.rpcstress.engine.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.driver.CallException;
import io.rpcstress.driver.FailureKind;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The calls before an open loop, on a clock that only replies move on: by a millisecond each. */
@Timeout(120)
class FullSpeedTest {

  private static final int THREADS = 4;
  private static final Duration TIME = Duration.ofMillis(500);
  private static final Duration DEADLINE = Duration.ofSeconds(30);
  private static final long MILLI = 1_000_000;

  private final AtomicLong now = new AtomicLong(321);
  private final OpenLoop loop = new OpenLoop(CallingThreads.platform(), now::get);

  private LoadResult run(ScriptedDriver called) throws InterruptedException {
    try (Callers<String, String> callers = called.callers(DEADLINE)) {
      return loop.atFullSpeed(callers, "ada", TIME, 0);
    }
  }

  @Test
  void aDeadlineThatIsExceededColdEndsNothing() throws InterruptedException {
    LoadResult result =
        run(
            ScriptedDriver.after(
                THREADS,
                (thread, before) -> {
                  now.addAndGet(MILLI);
                  if (before == 0) {
                    throw new CallException(FailureKind.DEADLINE, "a cold process");
                  }
                }));

    assertThat(result.calls().timedOut()).isPositive();
    assertThat(result.calls().failed()).isZero();
    assertThat(result.calls().abandoned()).isZero();
    assertThat(result.calls().ok()).isPositive();
  }

  @Test
  void aCallThatNeverComesBackIsAbandonedAndHoldsNoThread() throws InterruptedException {
    AtomicBoolean first = new AtomicBoolean(true);
    CountDownLatch never = new CountDownLatch(1);
    LoadResult result =
        run(
            ScriptedDriver.after(
                THREADS,
                (thread, before) -> {
                  now.addAndGet(MILLI);
                  if (first.getAndSet(false)) {
                    now.addAndGet(Duration.ofHours(1).toNanos());
                    never.await(); // the fault itself: no reply
                  }
                }));

    assertThat(result.calls().abandoned()).isPositive();
  }
}
