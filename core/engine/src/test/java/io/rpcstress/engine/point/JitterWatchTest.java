package io.rpcstress.engine.point;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.engine.load.NanoClock;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class JitterWatchTest {

  /** A clock on which each sleep takes as long as was planned, and the one after them for ever. */
  private static final class PlannedClock implements NanoClock {
    private final Queue<Long> lateMillis;
    private final CountDownLatch slept = new CountDownLatch(1);
    private final CountDownLatch go = new CountDownLatch(1);
    private long now = 1;

    PlannedClock(Long... lateMillis) {
      this.lateMillis = new ArrayDeque<>(List.of(lateMillis));
    }

    @Override
    public synchronized long nanos() {
      return now;
    }

    synchronized void advance(long millis) {
      now += TimeUnit.MILLISECONDS.toNanos(millis);
    }

    @Override
    public void await(long time) throws InterruptedException {
      go.await();
      Long late = lateMillis.poll();
      if (late == null) {
        slept.countDown();
        new CountDownLatch(1).await(); // until it is interrupted
        return;
      }
      synchronized (this) {
        now = time + TimeUnit.MILLISECONDS.toNanos(late);
      }
    }
  }

  private static JitterWatch afterPlannedSleeps(PlannedClock clock) throws InterruptedException {
    JitterWatch watch = JitterWatch.start(clock);
    watch.open();
    clock.go.countDown();
    clock.slept.await();
    return watch;
  }

  @Test
  void theWorstSleepIsReported() throws InterruptedException {
    assertThat(afterPlannedSleeps(new PlannedClock(0L, 120L, 3L)).stop()).isEqualTo(120.0);
  }

  @Test
  void aSleepThatIsStillNotOverCountsAsFarAsItGot() throws InterruptedException {
    PlannedClock clock = new PlannedClock(1L);
    JitterWatch watch = afterPlannedSleeps(clock);
    clock.advance(50 + 70);
    assertThat(watch.stop()).isEqualTo(70.0);
  }

  @Test
  void whatWasBeforeTheGateIsForgotten() throws InterruptedException {
    PlannedClock clock = new PlannedClock(500L);
    JitterWatch watch = afterPlannedSleeps(clock);
    watch.open();
    clock.advance(10);
    assertThat(watch.stop()).isNull();
  }
}
