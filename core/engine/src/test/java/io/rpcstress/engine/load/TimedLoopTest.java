package io.rpcstress.engine.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.driver.FailureKind;
import io.rpcstress.measure.SeriesRow;
import io.rpcstress.measure.SeriesRow.Phase;
import io.rpcstress.measure.TimedLoad;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One timed run of a scripted driver. */
@Timeout(600)
class TimedLoopTest {

  private static final Duration DEADLINE = Duration.ofSeconds(30);
  private static final int WINDOW_MILLIS = 50;
  private static final Duration WINDOW = Duration.ofMillis(WINDOW_MILLIS);

  private static OptionalInt never(double[] rates) {
    return OptionalInt.empty();
  }

  /** Counts how often the borders were read. */
  private static final class Borders implements Meter {
    private final List<String> read = new ArrayList<>();

    /** For each rehearsal how many borders were read before it. */
    private final List<Integer> rehearsed = new ArrayList<>();

    private long startedAt;
    private long rehearsedAt;

    @Override
    public void beforeGate() {
      startedAt = System.nanoTime();
      read.add("begin");
    }

    @Override
    public void rehearse() {
      rehearsedAt = System.nanoTime();
      rehearsed.add(read.size());
    }

    @Override
    public void afterLastReply() {
      read.add("end");
    }
  }

  private final Borders window = new Borders();

  private static TimedLoad load(int warmupMillis, int windows, int capMillis) {
    return new TimedLoad(
        Duration.ofMillis(warmupMillis),
        WINDOW,
        windows,
        capMillis == 0 ? null : Duration.ofMillis(capMillis));
  }

  private TimedResult run(
      ScriptedDriver driver, TimedLoad load, Function<double[], OptionalInt> steadiness)
      throws InterruptedException {
    return run(driver, load, steadiness, DEADLINE, 0);
  }

  private TimedResult run(
      ScriptedDriver driver,
      TimedLoad load,
      Function<double[], OptionalInt> steadiness,
      Duration deadline,
      long tolerated)
      throws InterruptedException {
    TimedLoop loop =
        new TimedLoop(
            CallingThreads.platform(), steadiness, NanoClock.SYSTEM, Duration.ofMillis(100));
    try (Callers<String, String> callers = driver.callers(deadline)) {
      return loop.run(callers, "ada", load, tolerated, Meter.NONE, window);
    }
  }

  private static long made(ScriptedDriver driver) {
    long sum = 0;
    for (int i = 0; i < driver.calls.length(); i++) {
      sum += driver.calls.get(i);
    }
    return sum;
  }

  @Test
  void inTheFirstHalfOfTheWarmUpOnlyThoseCallThatShall() throws InterruptedException {
    AtomicLongArray firstCall = new AtomicLongArray(3);
    ScriptedDriver driver =
        ScriptedDriver.after(
            3, (thread, before) -> firstCall.compareAndSet(thread, 0, System.nanoTime()));
    long start = System.nanoTime();
    TimedResult result =
        run(
            driver,
            new TimedLoad(WINDOW.multipliedBy(8), WINDOW, 1, null, 1),
            TimedLoopTest::never);
    assertThat(firstCall.get(0)).isPositive();
    for (int thread = 1; thread < 3; thread++) {
      assertThat(firstCall.get(thread) - start)
          .isGreaterThanOrEqualTo(WINDOW.multipliedBy(4).toNanos());
    }
    assertThat(driver.callers).as("all connect at the gate").hasValue(3);
    assertThat(result.windows()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({"1800, 0", "300, 600"})
  void theMeterIsRehearsedInTheWarmUpAndNotWhereItCounts(int warmupMillis, int capMillis)
      throws InterruptedException {
    run(ScriptedDriver.good(1), load(warmupMillis, 3, capMillis), TimedLoopTest::never);
    assertThat(window.rehearsed).isNotEmpty().containsOnly(0);
    assertThat(window.rehearsed.size())
        .as("one border each, but for the gate and the first window's start")
        .isLessThan((int) (Math.max(warmupMillis, capMillis) / WINDOW.toMillis()) + 1);
    if (capMillis == 0) {
      // One that takes a second, beside busy threads, would hold up the reading that counts.
      assertThat(window.startedAt - window.rehearsedAt).isGreaterThanOrEqualTo(1_500_000_000L);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void whoDecidesLateLetsTheWindowsBeginLaterAndEveryCallIsKept(boolean settles)
      throws InterruptedException {
    Function<double[], OptionalInt> slow =
        rates -> {
          if (rates.length == 3) {
            LockSupport.parkNanos(WINDOW.multipliedBy(4).toNanos());
            return settles ? OptionalInt.of(0) : OptionalInt.empty();
          }
          return OptionalInt.empty();
        };
    TimedResult result = run(ScriptedDriver.good(2), load(0, 3, 3 * WINDOW_MILLIS), slow);
    assertThat(result.windows()).hasSize(3);
    for (LoadResult one : result.windows()) {
      assertThat(one.latencies().getTotalCount()).isEqualTo(one.calls().ok());
    }
  }

  @Test
  void theSeriesBeginsAtTheGateAndEndsWithTheLastWindow() throws InterruptedException {
    // 120 ms of warm-up are three intervals of 50 ms, the last one cut; then slots of 50 ms.
    TimedResult result = run(ScriptedDriver.good(3), load(120, 2, 420), rates -> fourth(rates));

    List<SeriesRow> series = result.series();
    assertThat(series.get(0).fromMillis()).isZero();
    for (int i = 1; i < series.size(); i++) {
      assertThat(series.get(i).fromMillis()).isEqualTo(series.get(i - 1).toMillis());
    }
    assertThat(series).extracting(SeriesRow::toMillis).contains(50L, 100L, 120L, 170L);
    // Steady from slot 1; how late the windows begin behind slot 3 is the machine's.
    List<Phase> phases = series.stream().map(SeriesRow::phase).toList();
    assertThat(phases).isSorted().startsWith(Phase.WARM_UP, Phase.WARM_UP, Phase.WARM_UP);
    assertThat(phases.indexOf(Phase.STEADY)).isEqualTo(4);
    assertThat(phases.indexOf(Phase.WINDOW)).isEqualTo(phases.size() - 2).isGreaterThan(7);
    assertThat(series.subList(phases.size() - 2, phases.size()).stream().map(SeriesRow::callsOk))
        .containsExactlyElementsOf(
            result.windows().stream().map(window -> window.calls().ok()).toList());
    assertThat(series.stream().mapToLong(SeriesRow::callsOk).sum())
        .isLessThanOrEqualTo(result.whole().calls().ok());
  }

  private static OptionalInt fourth(double[] rates) {
    return rates.length < 4 ? OptionalInt.empty() : OptionalInt.of(1);
  }

  @Test
  void windowsFollowEachOtherAndEveryCallIsInOneOrOutside() throws InterruptedException {
    ScriptedDriver driver = ScriptedDriver.good(3);
    TimedResult result = run(driver, load(50, 4, 0), TimedLoopTest::never);

    assertThat(result.windows()).hasSize(4);
    long inside = 0;
    for (int i = 0; i < 4; i++) {
      LoadResult one = result.windows().get(i);
      assertThat(one.nanos()).isEqualTo(WINDOW.toNanos());
      assertThat(one.startedAt())
          .isEqualTo(result.windows().get(0).startedAt().plus(WINDOW.multipliedBy(i)));
      assertThat(one.latencies().getTotalCount()).isEqualTo(one.calls().ok());
      assertThat(one.calls().issued()).isEqualTo(one.calls().ok());
      inside += one.calls().ok();
    }
    assertThat(result.whole().calls().ok()).isEqualTo(made(driver)).isGreaterThan(inside);
    assertThat(result.whole().latencies().getTotalCount()).isEqualTo(inside);
    assertThat(result.settled()).isTrue();
    assertThat(result.steadyFrom()).isNull();
    assertThat(window.read)
        .containsExactly("begin", "end", "begin", "end", "begin", "end", "begin", "end");
  }

  @Test
  void theWarmUpGoesOnUntilSteadyAndWindowsFollowOneLater() throws InterruptedException {
    List<Integer> requested = new ArrayList<>();
    Function<double[], OptionalInt> thirdTime =
        rates -> {
          requested.add(rates.length);
          return rates.length == 3 ? OptionalInt.of(1) : OptionalInt.empty();
        };
    TimedResult result = run(ScriptedDriver.good(2), load(0, 2, 5_000), thirdTime);

    assertThat(requested).containsExactly(1, 2, 3);
    assertThat(result.steadyFrom()).isEqualTo(1);
    assertThat(result.settled()).isTrue();
    assertThat(result.windows()).hasSize(2);
    Duration warm = WINDOW.multipliedBy(4); // three were judged, and one lies between
    assertThat(result.windows().get(0).startedAt())
        .isAfterOrEqualTo(result.whole().startedAt().plus(warm));
  }

  @Test
  void oneBadCallEndsTheRunAndNoWindowIsGiven() throws InterruptedException {
    ScriptedDriver driver = ScriptedDriver.refusing(2, before -> before == 3);
    TimedResult result = run(driver, load(20, 50, 0), TimedLoopTest::never);

    assertThat(result.windows()).isEmpty();
    assertThat(result.series()).isEmpty();
    assertThat(result.whole().failures()).containsKey(FailureKind.REFUSED);
    assertThat(result.whole().firstFailure()).contains("no");
  }

  @Test
  void toleratedFailuresAreCountedWhereTheyEndAndBecomeNoLatencies() throws InterruptedException {
    ScriptedDriver driver = ScriptedDriver.refusing(2, before -> before % 2 == 1);
    TimedResult result = run(driver, load(0, 2, 0), TimedLoopTest::never, DEADLINE, Long.MAX_VALUE);

    assertThat(result.windows()).hasSize(2);
    assertThat(result.whole().calls().failed()).isPositive();
    assertThat(result.whole().calls().issued()).isEqualTo(made(driver));
    for (LoadResult one : result.windows()) {
      assertThat(one.latencies().getTotalCount()).isEqualTo(one.calls().ok());
    }
  }

  @Test
  void aCallThatOutlivesItsDeadlineIsAbandonedByName() throws InterruptedException {
    CountDownLatch never = new CountDownLatch(1);
    ScriptedDriver driver =
        ScriptedDriver.after(
            2,
            (thread, before) -> {
              if (thread == 1 && before == 2) {
                never.await(); // the fault itself: no reply
              }
            });
    TimedResult result =
        run(driver, load(0, 200, 0), TimedLoopTest::never, Duration.ofSeconds(1), Long.MAX_VALUE);

    assertThat(result.windows()).isEmpty();
    assertThat(result.whole().firstFailure()).contains("thread 1 did not come back");
    assertThat(result.whole().calls().abandoned()).isPositive();
  }

  /** One thread, on a clock that its calls move on by a millisecond each. */
  @Test
  void windowsOfMoreThanASecondHaveAnIntervalForEachSecond() throws InterruptedException {
    AtomicLong now = new AtomicLong(77);
    ScriptedDriver driver = ScriptedDriver.after(1, (thread, before) -> now.addAndGet(1_000_000));
    AtomicLong cpu = new AtomicLong();
    TimedLoop loop =
        new TimedLoop(
                CallingThreads.platform(), TimedLoopTest::never, now::get, Duration.ofMillis(100))
            .readingCpu(() -> cpu.addAndGet(5_000_000));
    TimedLoad load = new TimedLoad(Duration.ofMillis(1_200), Duration.ofMillis(2_500), 2, null);
    TimedResult result;
    try (Callers<String, String> callers = driver.callers(DEADLINE)) {
      result = loop.run(callers, "ada", load, 0, Meter.NONE, window);
    }

    List<SeriesRow> series = result.series();
    assertThat(series)
        .extracting(SeriesRow::toMillis)
        .containsExactly(1_000L, 1_200L, 2_200L, 3_200L, 3_700L, 4_700L, 5_700L, 6_200L);
    assertThat(series)
        .extracting(SeriesRow::callsOk)
        .containsExactly(999L, 200L, 1_000L, 1_000L, 500L, 1_000L, 1_000L, 500L);
    assertThat(series.subList(0, 2)).extracting(SeriesRow::phase).containsOnly(Phase.WARM_UP);
    assertThat(series.subList(2, 8)).extracting(SeriesRow::phase).containsOnly(Phase.WINDOW);
    assertThat(series).extracting(SeriesRow::clientCpuMs).containsOnly(5.0);
    for (SeriesRow row : series) {
      assertThat(row.p99Us() != null).as("%s", row).isEqualTo(row.callsOk() == 1_000);
    }
    assertThat(result.windows()).hasSize(2);
    for (LoadResult one : result.windows()) {
      assertThat(one.calls().ok()).isEqualTo(2_500);
      assertThat(one.latencies().getTotalCount()).isEqualTo(2_500);
    }
    assertThat(window.read).as("as often as there are windows").hasSize(4);
  }
}
