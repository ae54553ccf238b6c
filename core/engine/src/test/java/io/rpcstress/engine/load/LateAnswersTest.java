package io.rpcstress.engine.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.measure.ArrivalShape;
import io.rpcstress.measure.CallCounts;
import io.rpcstress.measure.OfferedLoad;
import io.rpcstress.measure.RequestMode;
import io.rpcstress.measure.TimedLoad;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Right answers that come too late, on a clock that only calls and waiting move. */
@Timeout(60)
class LateAnswersTest {

  private static final Duration LATE_AFTER = Duration.ofMillis(900);
  private static final Duration DEADLINE = Duration.ofSeconds(2);
  private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);

  /** Which of a hundred calls is answered late. */
  private static final int LATE = 42;

  private final SimulatedClock clock = new SimulatedClock();

  /** One caller whose calls take 1 ms, and one in a hundred the time given. */
  private ScriptedDriver oneInAHundredTakes(long millis) {
    return ScriptedDriver.after(
        1, (thread, before) -> clock.pass((before % 100 == LATE ? millis : 1) * MILLI));
  }

  private LoadResult counted(ScriptedDriver driver, Duration deadline, Duration lateAfter)
      throws InterruptedException {
    ClosedLoop loop = new ClosedLoop(CallingThreads.platform(), clock, Duration.ofSeconds(10));
    try (Callers<String, String> callers = driver.callers(deadline, lateAfter)) {
      return loop.run(callers, "ada", RequestMode.TOTAL, 500, 500, Meter.NONE);
    }
  }

  @Test
  void oneInAHundredIsCountedLateExactlyAndStaysAGoodCall() throws InterruptedException {
    LoadResult result = counted(oneInAHundredTakes(901), DEADLINE, LATE_AFTER);

    assertThat(result.calls()).isEqualTo(CallCounts.allOk(500));
    assertThat(result.late()).isEqualTo(5);
    assertThat(result.latencies().getTotalCount()).as("they are in the latencies").isEqualTo(500);
  }

  /** A call counts for the window that it ends in; those of the warm-up are in none. */
  @Test
  void aTimedLoopHasEachWindowsOwn() throws InterruptedException {
    Duration window = Duration.ofSeconds(5);
    TimedLoad load = new TimedLoad(Duration.ofSeconds(3), window, 2, null);
    long[] ok = new long[2];
    long[] late = new long[2];
    long end = 0;
    for (int call = 0; end < load.total().toMillis(); call++) {
      boolean isLate = call % 100 == LATE;
      end += isLate ? 901 : 1;
      long since = end - load.warmup().toMillis();
      if (since >= 0 && since < 2 * window.toMillis()) {
        int at = (int) (since / window.toMillis());
        ok[at]++;
        late[at] += isLate ? 1 : 0;
      }
    }
    assertThat(late[0]).isPositive();

    TimedLoop loop =
        new TimedLoop(
            CallingThreads.platform(), rates -> OptionalInt.empty(), clock, Duration.ofSeconds(10));
    TimedResult result;
    try (Callers<String, String> callers = oneInAHundredTakes(901).callers(DEADLINE, LATE_AFTER)) {
      result = loop.run(callers, "ada", load, 0, Meter.NONE, Meter.NONE);
    }

    assertThat(result.windows())
        .extracting(each -> each.calls().ok())
        .containsExactly(ok[0], ok[1]);
    assertThat(result.windows()).extracting(LoadResult::late).containsExactly(late[0], late[1]);
    assertThat(result.whole().late()).isEqualTo(late[0] + late[1]);
  }

  /**
   * Calls are due every 20 ms and wait for the one that takes 1 s: the k-th behind it ends 1 s -
   * 19k ms after it was due, and the fifth is the last one that is late. From their start on they
   * took 1 ms.
   */
  @Test
  void anOpenLoopCountsFromWhenACallWasDue() throws InterruptedException {
    OfferedLoad load = new OfferedLoad(ArrivalShape.CONSTANT, 50, 10, 0, 0);
    OpenLoopResult result;
    try (Callers<String, String> callers =
        oneInAHundredTakes(1_000).callers(DEADLINE, LATE_AFTER)) {
      result =
          new OpenLoop(CallingThreads.platform(), clock)
              .run(callers, "ada", load, 0, Meter.NONE, Meter.NONE);
    }

    assertThat(result.load().calls()).isEqualTo(CallCounts.allOk(500));
    assertThat(result.load().late()).isEqualTo(5 * 6);
  }
}
