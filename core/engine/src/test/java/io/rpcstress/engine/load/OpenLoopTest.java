package io.rpcstress.engine.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.contract.Greeting;
import io.rpcstress.driver.AsyncCaller;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.CallerTable;
import io.rpcstress.driver.Driver;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.SharedSession;
import io.rpcstress.driver.Target;
import io.rpcstress.driver.Technology;
import io.rpcstress.measure.ArrivalShape;
import io.rpcstress.measure.CallCounts;
import io.rpcstress.measure.OfferedLoad;
import io.rpcstress.measure.SeriesRow;
import io.rpcstress.measure.SeriesRow.Phase;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The open loop with scripted drivers; where times matter, on a clock of ours. */
@Timeout(600)
class OpenLoopTest {

  private static final Duration DEADLINE = Duration.ofSeconds(30);
  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1_000 * MILLI;

  private static OfferedLoad constant(int rate, int seconds, int warmup) {
    return new OfferedLoad(ArrivalShape.CONSTANT, rate, seconds, warmup, 0);
  }

  private static OpenLoopResult run(
      NanoClock clock, ScriptedDriver driver, Duration deadline, OfferedLoad load, long tolerated)
      throws InterruptedException {
    try (Callers<String, String> callers = driver.callers(deadline)) {
      return new OpenLoop(CallingThreads.platform(), clock)
          .run(callers, "ada", load, tolerated, Meter.NONE, Meter.NONE);
    }
  }

  private static void assertBalanced(OpenLoopResult result, long issued) {
    assertThat(result.load().calls().issued()).isEqualTo(issued); // the ends add up, or no object
    assertThat(result.load().latencies().getTotalCount()).isEqualTo(result.load().calls().ok());
    assertThat(result.service().getTotalCount()).isEqualTo(result.load().calls().ok());
  }

  /** The server of one call at a time, 0.1 ms each, that stalls for 1 s at half-time of 10 s. */
  @Tag("defect")
  @DisplayName("defect 3: the clock starts when a call is due, not when it may go")
  @Test
  void aStallOfOneSecondShowsInTheResponseTimesAndHidesFromTheServiceTimes()
      throws InterruptedException {
    SimulatedClock clock = new SimulatedClock();
    long start = clock.nanos();
    ScriptedDriver driver =
        ScriptedDriver.after(
            1,
            (thread, before) -> {
              long at = clock.nanos() - start;
              boolean stalled = at >= 5 * SECOND && at < 6 * SECOND;
              clock.pass(stalled ? start + 6 * SECOND - clock.nanos() : MILLI / 10);
            });

    OpenLoopResult result = run(clock, driver, DEADLINE, constant(1_000, 10, 0), 0);

    assertThat(result.load().calls()).isEqualTo(CallCounts.allOk(10_000));
    Histogram response = result.load().latencies();
    // A call that is due k ms into the stall waits 1 s - k ms, and 0.1 ms for each one before it:
    // the slowest hundredth are the hundred that were due in its first 0.1 s.
    assertThat(response.getValueAtPercentile(99)).isBetween(905 * MILLI, 915 * MILLI);
    assertThat(response.getMaxValue()).isGreaterThanOrEqualTo(999 * MILLI);
    assertThat(result.service().getValueAtPercentile(99)).isLessThan(MILLI);
    assertThat(result.service().getMaxValue()).isGreaterThanOrEqualTo(999 * MILLI);
    assertThat(result.achieved()).as("it caught up").isEqualTo(10_000);
    List<SeriesRow> series = result.series();
    assertThat(series).extracting(SeriesRow::phase).hasSize(10).containsOnly(Phase.WINDOW);
    assertThat(series.get(4).callsOk()).isEqualTo(1_000);
    assertThat(series.get(5).callsOk()).as("the stall").isZero();
    assertThat(series.get(6).callsOk()).as("what waited, too").isEqualTo(2_000);
    assertThat(series.get(4).p99Us()).isBetween(100.0, 101.0);
    assertThat(series.get(5).p50Us()).isNull();
    assertThat(series.get(6).p99Us()).as("us since due").isBetween(950_000.0, 1_010_000.0);
    assertBalanced(result, 10_000);
  }

  @Test
  void aServerSlowerThanTheRateMissesItAndItsQueueIsInTheResponseTimes()
      throws InterruptedException {
    SimulatedClock clock = new SimulatedClock();
    ScriptedDriver driver = ScriptedDriver.after(1, (thread, before) -> clock.pass(2 * MILLI));

    OpenLoopResult result = run(clock, driver, DEADLINE, constant(1_000, 10, 0), 0);

    assertThat(result.achieved()).isBetween(4_990L, 5_000L);
    assertThat(result.load().calls())
        .as("stragglers are waited for")
        .isEqualTo(CallCounts.allOk(10_000));
    assertThat(result.load().latencies().getMaxValue()).isGreaterThan(9 * SECOND);
    assertThat(result.service().getMaxValue()).isLessThan(3 * MILLI);
    assertThat(result.load().nanos()).isBetween(20 * SECOND - 10 * MILLI, 20 * SECOND + 10 * MILLI);
  }

  @Test
  void whatCouldNotStartADeadlineAfterTheEndIsAbandonedNotForgotten() throws InterruptedException {
    SimulatedClock clock = new SimulatedClock();
    // 100 a second, so that 9,900 wait when all were due
    ScriptedDriver driver = ScriptedDriver.after(1, (thread, before) -> clock.pass(10 * MILLI));

    OpenLoopResult result = run(clock, driver, Duration.ofSeconds(1), constant(10_000, 1, 0), 0);

    // On a clock that runs ahead of the real one the end is noticed late, but never before.
    assertThat(result.load().calls().ok()).isGreaterThanOrEqualTo(190);
    assertThat(result.load().calls().failed()).isZero();
    assertThat(result.achieved()).isBetween(98L, 100L);
    assertThat(result.broken()).isFalse();
    assertBalanced(result, 10_000);
  }

  @Test
  void theWarmUpIsCountedApart() throws InterruptedException {
    SimulatedClock clock = new SimulatedClock();
    long start = clock.nanos();
    ScriptedDriver driver =
        ScriptedDriver.after(
            1,
            (thread, before) -> {
              boolean cold = clock.nanos() - start < SECOND;
              clock.pass(cold ? 5 * MILLI : MILLI / 10);
              if (before == 3) {
                throw new CallException(FailureKind.REFUSED, "cold");
              }
            });

    OpenLoopResult result = run(clock, driver, DEADLINE, constant(100, 3, 2), 1);

    assertThat(result.warmup()).isEqualTo(new CallCounts(200, 199, 1, 0, 0));
    assertThat(result.load().calls()).isEqualTo(CallCounts.allOk(300));
    assertThat(result.load().failures()).isEmpty();
    assertThat(result.load().latencies().getMaxValue()).isLessThan(MILLI);
  }

  @Test
  void callsRefusedInTheWarmUpEndNoRunButBrokenOnesDo() throws InterruptedException {
    for (FailureKind kind : List.of(FailureKind.REFUSED, FailureKind.DISCONNECTED)) {
      SimulatedClock clock = new SimulatedClock();
      ScriptedDriver driver =
          ScriptedDriver.after(
              1,
              (thread, before) -> {
                clock.pass(MILLI / 10);
                if (before < 5) {
                  throw new CallException(kind, "cold");
                }
              });

      OpenLoopResult result = run(clock, driver, DEADLINE, constant(100, 1, 1), 0);

      assertThat(result.broken()).as("%s", kind).isEqualTo(kind != FailureKind.REFUSED);
      if (!result.broken()) {
        assertThat(result.warmup()).isEqualTo(new CallCounts(100, 95, 5, 0, 0));
        assertThat(result.load().calls()).isEqualTo(CallCounts.allOk(100));
      }
    }
  }

  @Test
  void callsThatMeetTheirDeadlineAreAResultAndFailuresAreNone() throws InterruptedException {
    SimulatedClock clock = new SimulatedClock();
    ScriptedDriver driver =
        ScriptedDriver.after(
            1, (thread, before) -> clock.pass(before % 10 == 4 ? 50 * MILLI : MILLI / 10));
    OpenLoopResult late = run(clock, driver, Duration.ofMillis(40), constant(100, 1, 0), 0);
    assertThat(late.load().calls()).isEqualTo(new CallCounts(100, 90, 0, 10, 0));
    assertThat(late.broken()).isFalse();
    assertBalanced(late, 100);

    ScriptedDriver wrong = new ScriptedDriver(1, (thread, before, request) -> "hello, other");
    OpenLoopResult broken = run(new SimulatedClock(), wrong, DEADLINE, constant(100, 1, 0), 2);
    assertThat(broken.broken()).isTrue();
    assertThat(broken.load().failures()).containsOnlyKeys(FailureKind.WRONG_REPLY);
    assertThat(broken.load().calls().failed()).isEqualTo(3);
    assertThat(broken.load().calls().abandoned()).isEqualTo(97);
  }

  @Test
  void aFailedCallStandsInTheIntervalInWhichItWasDue() throws InterruptedException {
    SimulatedClock clock = new SimulatedClock();
    ScriptedDriver driver =
        ScriptedDriver.after(
            1,
            (thread, before) -> {
              if (before >= 25 && before < 30) {
                clock.pass(200 * MILLI); // each fails an interval or more after it was due
                throw new CallException(FailureKind.DISCONNECTED, "gone");
              }
            });
    try (Callers<String, String> callers = driver.callers(DEADLINE)) {
      OpenLoopResult result =
          new OpenLoop(CallingThreads.platform(), clock)
              .inIntervalsOf(100)
              .run(callers, "ada", constant(100, 2, 0), Long.MAX_VALUE, Meter.NONE, Meter.NONE);

      assertThat(result.broken()).isFalse();
      assertThat(result.load().calls()).isEqualTo(new CallCounts(200, 195, 5, 0, 0));
      List<SeriesRow> series = result.series();
      assertThat(series).hasSize(20);
      assertThat(series.get(2).failures()).containsExactly("disconnected=5");
      assertThat(series.get(2).callsOk()).as("due before the failed ones").isEqualTo(5);
      assertThat(series.get(5).callsOk()).as("while they failed").isZero();
      assertThat(series.get(19).toMillis()).isEqualTo(2_000);
      assertThat(series).filteredOn(row -> !row.failures().isEmpty()).hasSize(1);
    }
  }

  @Test
  void aConnectionThatCannotBeMadeEndsTheRunBeforeItsFirstCall() throws InterruptedException {
    ScriptedDriver driver =
        new ScriptedDriver(2, (thread, before, request) -> Greeting.greet(request)) {
          @Override
          public Session open(Target target, DriverOptions options) throws CallException {
            throw new CallException(FailureKind.CONNECT, "no server there");
          }
        };
    OpenLoopResult result = run(NanoClock.SYSTEM, driver, DEADLINE, constant(10, 1, 0), 0);
    assertThat(result.broken()).isTrue();
    assertThat(result.load().failures()).containsOnlyKeys(FailureKind.CONNECT);
    assertThat(result.load().firstFailure()).isEqualTo("connect: no server there");
    assertThat(result.load().calls().ok()).isZero();
  }

  @Test
  void countersOfTheWindowAreReadInsideThoseOfTheWhole() throws InterruptedException {
    List<String> seen = new CopyOnWriteArrayList<>();
    try (Callers<String, String> callers = ScriptedDriver.good(1).callers(DEADLINE)) {
      new OpenLoop(CallingThreads.platform(), new SimulatedClock())
          .run(
              callers, "ada", constant(10, 1, 1), 0, noting("whole", seen), noting("window", seen));
    }
    assertThat(seen)
        .containsExactly("whole before", "window before", "window after", "whole after");
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "1, 0", "3, 1"})
  void theWindowsCountersAreRehearsedInTheWarmUpAlone(int warmupSeconds, int most)
      throws InterruptedException {
    List<String> seen = new CopyOnWriteArrayList<>();
    OfferedLoad load = constant(10, 1, warmupSeconds);
    try (Callers<String, String> callers = ScriptedDriver.good(1).callers(DEADLINE)) {
      new OpenLoop(CallingThreads.platform())
          .run(callers, "ada", load, 0, Meter.NONE, noting("window", seen));
    }
    int rehearsed = seen.indexOf("window before");
    assertThat(rehearsed)
        .as("none where counting begins within a second and a half")
        .isBetween(Math.min(1, most), most);
    assertThat(seen.subList(0, rehearsed)).allMatch("window rehearsed"::equals);
    assertThat(seen.subList(rehearsed, seen.size()))
        .containsExactly("window before", "window after");
  }

  @ParameterizedTest
  @CsvSource({"0, false", "1, true"})
  void aMeterThatIsReadLateIsReported(int warmupSeconds, boolean late) throws InterruptedException {
    long reading = TimeUnit.MILLISECONDS.toNanos(200);
    Meter slow =
        new Meter() {
          @Override
          public void beforeGate() {
            LockSupport.parkNanos(reading); // what a busy host does to it
          }

          @Override
          public void afterLastReply() {
            // nothing to note
          }
        };
    try (Callers<String, String> callers = ScriptedDriver.good(1).callers(DEADLINE)) {
      OpenLoopResult result =
          new OpenLoop(CallingThreads.platform())
              .run(callers, "ada", constant(10, 1, warmupSeconds), 0, Meter.NONE, slow);
      if (late) {
        assertThat(result.meterLateNanos()).isGreaterThanOrEqualTo(reading / 2);
      } else {
        assertThat(result.meterLateNanos()).as("read before the gate").isZero();
      }
    }
  }

  private static Meter noting(String name, List<String> seen) {
    return new Meter() {
      @Override
      public void beforeGate() {
        seen.add(name + " before");
      }

      @Override
      public void rehearse() {
        seen.add(name + " rehearsed");
      }

      @Override
      public void afterLastReply() {
        seen.add(name + " after");
      }
    };
  }

  /** Starts calls without blocking; replies on request. */
  private static final class AsyncDriver implements Driver, AsyncCaller<String, String> {
    final SimulatedClock clock = new SimulatedClock();
    final Queue<CompletableFuture<String>> open = new ArrayDeque<>();
    final long stallFrom;
    final long stallTo;
    final CountDownLatch hundredStalled = new CountDownLatch(100);
    int mostOpen;

    AsyncDriver(long stallFrom, long stallTo) {
      this.stallFrom = clock.nanos() + stallFrom;
      this.stallTo = clock.nanos() + stallTo;
    }

    @Override
    public CompletableFuture<String> start(String request) {
      CompletableFuture<String> reply = new CompletableFuture<>();
      open.add(reply);
      mostOpen = Math.max(mostOpen, open.size());
      if (clock.nanos() < stallFrom || clock.nanos() >= stallTo) {
        while (!open.isEmpty()) {
          open.remove().complete(Greeting.greet(request));
        }
      } else {
        hundredStalled.countDown();
      }
      return reply;
    }

    @Override
    public String call(String request) {
      throw new IllegalStateException("an open loop starts calls, it does not wait for them");
    }

    @Override
    public Technology technology() {
      return new Technology("async", 99, 1, "starts calls", List.of(), List.of("greet"));
    }

    @Override
    public Session open(Target target, DriverOptions options) {
      return new SharedSession(new CallerTable().on(Greeting.OPERATION, thread -> this), () -> {});
    }

    OpenLoopResult run(OfferedLoad load, Duration deadline) throws InterruptedException {
      DriverOptions options = ScriptedDriver.options(2, deadline);
      try (Callers<String, String> callers =
          new Callers<>(this, ScriptedDriver.NOWHERE, options, Greeting.OPERATION, 1, null)) {
        return new OpenLoop(CallingThreads.platform(), clock)
            .run(callers, "ada", load, 0, Meter.NONE, Meter.NONE);
      }
    }
  }

  @Test
  void aCallerThatDoesNotBlockIsNeverWaitedFor() throws InterruptedException {
    AsyncDriver driver = new AsyncDriver(5 * SECOND, 6 * SECOND);
    OpenLoopResult result = driver.run(constant(1_000, 10, 0), DEADLINE);
    assertThat(result.load().calls()).isEqualTo(CallCounts.allOk(10_000));
    assertThat(driver.mostOpen).as("more than the threads there are").isEqualTo(1_001);
    assertThat(result.load().latencies().getValueAtPercentile(99))
        .isBetween(895 * MILLI, 905 * MILLI);
    assertThat(result.service())
        .as("all were started in time")
        .isEqualTo(result.load().latencies());
  }

  @Tag("defect")
  @DisplayName("defect 4: calls still open at the end of a rate are abandoned and reported")
  @Test
  void repliesThatNeverComeAreAbandonedWhenTheRunEnds() throws InterruptedException {
    AsyncDriver driver = new AsyncDriver(SECOND, Long.MAX_VALUE / 2);
    CompletableFuture<OpenLoopResult> result = new CompletableFuture<>();
    Thread rig =
        new Thread(
            () -> {
              try {
                result.complete(driver.run(constant(100, 2, 0), Duration.ofSeconds(1)));
              } catch (InterruptedException e) {
                result.completeExceptionally(e);
              }
            });
    rig.start();
    assertThat(driver.hundredStalled.await(300, TimeUnit.SECONDS)).isTrue();
    driver.clock.pass(5 * SECOND); // nothing else moves this clock: the drain's end
    assertThat(result.orTimeout(300, TimeUnit.SECONDS).join().load().calls())
        .isEqualTo(new CallCounts(200, 100, 0, 0, 100));
  }
}
