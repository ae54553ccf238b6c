package io.rpcstress.engine.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.contract.Greeting;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.measure.CallCounts;
import io.rpcstress.measure.RequestMode;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One run of a scripted driver. */
@Timeout(600)
class ClosedLoopTest {

  private static final Duration DEADLINE = Duration.ofSeconds(30);
  private static final long ANY = Long.MAX_VALUE / 4;

  private final ClosedLoop loop = new ClosedLoop(CallingThreads.platform());

  private LoadResult run(
      ScriptedDriver driver, Duration deadline, RequestMode mode, int requests, long tolerated)
      throws InterruptedException {
    try (Callers<String, String> callers = driver.callers(deadline)) {
      return loop.run(callers, "ada", mode, requests, tolerated, Meter.NONE);
    }
  }

  private static List<Integer> perThread(ScriptedDriver driver) {
    return IntStream.range(0, driver.calls.length()).mapToObj(driver.calls::get).toList();
  }

  @Tag("defect")
  @DisplayName("defect 1: as many calls are sent as the TPS counts")
  @Test
  void sevenCallsOnThreeThreadsAreDealtWithoutLoss() throws InterruptedException {
    ScriptedDriver driver = ScriptedDriver.good(3);
    LoadResult result = run(driver, DEADLINE, RequestMode.TOTAL, 7, 0);
    assertThat(perThread(driver)).containsExactly(3, 2, 2);
    assertThat(result.calls()).isEqualTo(CallCounts.allOk(7));
    assertThat(result.latencies().getTotalCount()).isEqualTo(7);
  }

  @Tag("defect")
  @DisplayName("defect 11: what the threads did is added up, beyond an int")
  @Test
  void whatTheThreadsDidIsAddedUpBeyondAnInt() throws InterruptedException {
    LoadResult good = run(ScriptedDriver.good(3), DEADLINE, RequestMode.PER_THREAD, 7, 0);
    assertThat(good.calls().ok()).as("the sum, not the largest share").isEqualTo(21);
    assertThat(good.latencies().getTotalCount()).isEqualTo(21);

    ScriptedDriver broken = ScriptedDriver.refusing(4, before -> true);
    CallCounts calls = run(broken, DEADLINE, RequestMode.PER_THREAD, 1_000_000_000, 0).calls();
    assertThat(calls.issued()).isEqualTo(4_000_000_000L);
    assertThat(calls.abandoned()).isEqualTo(4_000_000_000L - calls.failed());
  }

  @Test
  void aShareLargerThanTheArrayLosesNoLatency() throws InterruptedException {
    int calls = 2 * Latencies.ARRAY_VALUES + 5;
    LoadResult result = run(ScriptedDriver.good(1), DEADLINE, RequestMode.TOTAL, calls, 0);
    assertThat(result.latencies().getTotalCount()).isEqualTo(calls);
  }

  @Tag("defect")
  @DisplayName("defect 2: the latency of a failed call is in no percentile")
  @Test
  void failuresAreCountedByKindAndNeverBecomeLatencies() throws InterruptedException {
    ScriptedDriver driver =
        new ScriptedDriver(
            2,
            (thread, before, request) -> {
              if (before == 1) {
                throw new CallException(FailureKind.REFUSED, "no");
              }
              return before == 2 ? "hello, bob" : Greeting.greet(request);
            });
    LoadResult result = run(driver, DEADLINE, RequestMode.PER_THREAD, 5, 4);
    assertThat(result.calls()).isEqualTo(new CallCounts(10, 6, 4, 0, 0));
    assertThat(result.failures())
        .containsOnlyKeys(FailureKind.REFUSED, FailureKind.WRONG_REPLY)
        .containsValues(2L, 2L);
    assertThat(result.latencies().getTotalCount()).isEqualTo(6);
  }

  @Test
  void aReplyAfterItsDeadlineIsTimedOutNotFast() throws InterruptedException {
    ScriptedDriver driver =
        ScriptedDriver.after(
            1,
            (thread, before) -> {
              if (before == 0) {
                Thread.sleep(60); // the fault itself: a late reply, longer than the deadline
              }
            });
    LoadResult result = run(driver, Duration.ofMillis(40), RequestMode.TOTAL, 3, ANY);
    assertThat(result.calls().timedOut()).isPositive();
    assertThat(result.calls().failed()).isZero();
    assertThat(result.latencies().getTotalCount()).isEqualTo(result.calls().ok());
  }

  @Test
  void tooManyFailuresEndTheRunAndTheRestIsAbandoned() throws InterruptedException {
    ScriptedDriver driver = ScriptedDriver.refusing(4, before -> true);
    LoadResult result = run(driver, DEADLINE, RequestMode.PER_THREAD, 1_000_000, 10);
    assertThat(result.calls().failed()).isBetween(11L, 20L);
    assertThat(result.calls().abandoned()).isEqualTo(4_000_000 - result.calls().failed());
    assertThat(result.firstFailure()).isEqualTo("refused: no");
  }

  @Tag("defect")
  @DisplayName("defect 4: a call that does not come back is abandoned and reported")
  @Test
  void aCallThatHangsPastItsDeadlineDoesNotHoldTheRun() throws InterruptedException {
    CountDownLatch never = new CountDownLatch(1);
    ScriptedDriver driver =
        ScriptedDriver.after(
            2,
            (thread, before) -> {
              if (thread == 0 && before == 1) {
                never.await();
              }
            });
    ClosedLoop impatient =
        new ClosedLoop(CallingThreads.platform(), NanoClock.SYSTEM, Duration.ofMillis(50));
    try (Callers<String, String> callers = driver.callers(Duration.ofSeconds(2))) {
      LoadResult result = impatient.run(callers, "ada", RequestMode.PER_THREAD, 3, 0, Meter.NONE);
      assertThat(result.calls().issued()).isEqualTo(6);
      assertThat(result.calls().abandoned()).isGreaterThanOrEqualTo(2);
      assertThat(result.firstFailure()).contains("thread 0 did not come back");
    }
  }

  @Tag("defect")
  @DisplayName("defect 12: a thread that cannot start leaves no thread at the gate")
  @Test
  void aThreadThatCannotStartIsAFailureByThatNameAndNothingWaits() throws InterruptedException {
    AtomicInteger made = new AtomicInteger();
    ThreadFactory real = CallingThreads.platform();
    List<Thread> started = new CopyOnWriteArrayList<>();
    ThreadFactory poor =
        task ->
            made.incrementAndGet() < 3
                ? added(started, real.newThread(task))
                : new Thread(task) {
                  @Override
                  public synchronized void start() {
                    throw new OutOfMemoryError("unable to create native thread");
                  }
                };
    Meter meter =
        new Meter() {
          @Override
          public void beforeGate() {
            assertThat(started)
                .as("those that leave no room for its thread")
                .noneMatch(Thread::isAlive);
          }
        };
    ScriptedDriver driver = ScriptedDriver.good(5);
    try (Callers<String, String> callers = driver.callers(DEADLINE)) {
      LoadResult result =
          new ClosedLoop(poor).run(callers, "ada", RequestMode.TOTAL, 100, 0, meter);
      assertThat(result.firstFailure())
          .startsWith("thread-start: 2 of 5 threads started")
          .contains("unable to create native thread", "ulimit -u");
      assertThat(result.calls()).isEqualTo(new CallCounts(100, 0, 0, 0, 100));
    }
  }

  private static Thread added(List<Thread> all, Thread thread) {
    all.add(thread);
    return thread;
  }

  @Test
  void aCallerThatThrowsWhatItMustNotIsCountedAndEndsNothingElse() throws InterruptedException {
    ScriptedDriver driver =
        ScriptedDriver.after(
            2,
            (thread, before) -> {
              if (thread == 1) {
                throw new IllegalStateException("a defect");
              }
            });
    LoadResult result = run(driver, DEADLINE, RequestMode.PER_THREAD, 4, ANY);
    assertThat(result.calls()).isEqualTo(new CallCounts(8, 4, 1, 0, 3));
    assertThat(result.failures()).containsOnlyKeys(FailureKind.INTERNAL);
  }

  @Test
  void theSessionIsOpenedOnceAndKeptThroughLaterOrders() throws InterruptedException {
    ScriptedDriver driver = ScriptedDriver.good(4);
    try (Callers<String, String> callers = driver.callers(DEADLINE)) {
      for (int order = 0; order < 3; order++) {
        loop.run(callers, "ada", RequestMode.PER_THREAD, 2, 0, Meter.NONE);
      }
    }
    assertThat(driver.opened).hasValue(1);
    assertThat(driver.callers).hasValue(4);
    assertThat(driver.closed).hasValue(1);
  }

  @Test
  void countersAreReadBeforeTheFirstCallAndWhileAllThreadsStillExist() throws InterruptedException {
    ScriptedDriver driver = ScriptedDriver.good(3);
    List<String> seen = new CopyOnWriteArrayList<>();
    Meter meter =
        new Meter() {
          @Override
          public void beforeGate() {
            seen.add(perThread(driver) + " " + callersAlive());
          }

          @Override
          public void afterLastReply() {
            seen.add(perThread(driver) + " " + callersAlive());
          }
        };
    ThreadFactory named = task -> new Thread(task, "meter-test");
    try (Callers<String, String> callers = driver.callers(DEADLINE)) {
      new ClosedLoop(named).run(callers, "ada", RequestMode.PER_THREAD, 2, 0, meter);
    }
    assertThat(seen).containsExactly("[0, 0, 0] 3", "[2, 2, 2] 3");
  }

  private static long callersAlive() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("meter-test"))
        .count();
  }
}
