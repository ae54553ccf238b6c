package io.rpcstress.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rpcstress.driver.Deadlines.Watch;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which exchanges are ended at their deadline, and how. */
@Timeout(60)
class DeadlinesTest {
  private static final Duration SOON = Duration.ofMillis(300);
  private static final Duration LONG = Duration.ofMinutes(10);

  @Test
  void whatIsOpenAtItsDeadlineIsEndedAndWhatWasClosedIsNot() throws Exception {
    boolean inTime = false;
    while (!inTime) { // on a slow machine the deadline may come before all is set
      inTime = isSetInTimeAndEnded();
    }
  }

  private static boolean isSetInTimeAndEnded() throws InterruptedException {
    Deadlines deadlines = new Deadlines(SOON);
    Queue<String> ended = new ConcurrentLinkedQueue<>();
    CountDownLatch both = new CountDownLatch(2);
    Watch closed = deadlines.watch();
    closed.endBy(() -> ended.add("closed"));
    closed.close();
    Watch first = deadlines.watch();
    first.endBy(() -> ended.add("replaced"));
    first.endBy(
        () -> {
          ended.add("first");
          both.countDown();
          throw new IllegalStateException("amid something");
        });
    Watch second = deadlines.watch();
    second.endBy(
        () -> {
          ended.add("second");
          both.countDown();
        });
    if (closed.isExceeded()) {
      return false;
    }
    both.await();
    assertThat(ended).containsExactlyInAnyOrder("first", "second");
    assertThat(second.isExceeded()).isTrue();
    second.endBy(() -> ended.add("at once"));
    assertThat(ended).contains("at once").hasSize(3);
    return true;
  }

  @Test
  void exchangesThatBeginWhenNoneIsOpenAreEnded() throws Exception {
    Deadlines deadlines = new Deadlines(SOON);
    for (int i = 0; i < 2; i++) {
      CountDownLatch ended = new CountDownLatch(1);
      deadlines.watch().endBy(ended::countDown);
      assertThat(ended.await(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void aStreamIsReadUntilTheDeadline() throws Exception {
    Watch inTime = new Deadlines(LONG).watch();
    assertThat(inTime.reading(new ByteArrayInputStream(new byte[3])).readAllBytes()).hasSize(3);
    assertThat(inTime.isExceeded()).isFalse();
    Watch late = new Deadlines(Duration.ofNanos(1)).watch();
    InputStream in = late.reading(new ByteArrayInputStream(new byte[3]));
    assertThatThrownBy(in::read).isInstanceOf(SocketTimeoutException.class);
    assertThatThrownBy(in::readAllBytes).isInstanceOf(SocketTimeoutException.class);
  }
}
