package io.rpcstress.engine.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.contract.Greeting;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.ConnectionPolicy;
import io.rpcstress.driver.Driver;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.Target;
import java.time.Duration;
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
  private final FullSpeed loop = new FullSpeed(CallingThreads.platform(), now::get);
  private final RecordingDriver driver = new RecordingDriver(THREADS, () -> now.addAndGet(MILLI));

  private LoadResult run(Driver called) throws InterruptedException {
    DriverOptions options =
        new DriverOptions(
            "example",
            ConnectionPolicy.multiplexed(1),
            THREADS,
            false,
            DEADLINE,
            DriverOptions.DEFAULT_CONNECT_TIMEOUT);
    try (Callers<String, String> callers =
        new Callers<>(
            called, Target.of(new Address("127.0.0.1", 1)), options, Greeting.OPERATION)) {
      return loop.run(callers, "ada", TIME, 0);
    }
  }

  @Test
  void whatStartsCallsWithoutWaitingIsCalledSoWithAsManyOpenAsThereAreThreads()
      throws InterruptedException {
    LoadResult result = run(driver);

    assertThat(driver.called()).as("calls whose thread waited").isZero();
    assertThat(driver.threads()).as("as in the loop, one thread starts all").hasSize(1);
    assertThat(driver.mostOpen()).isEqualTo(THREADS);
    assertThat(driver.started()).isGreaterThanOrEqualTo(500).isLessThanOrEqualTo(500 + THREADS);
    assertThat(result.calls().ok()).isEqualTo(driver.started());
    assertThat(result.calls().issued()).isEqualTo(driver.started());
  }

  @Test
  void whereTheLoadWaitsInThreadsSoDoesTheWarmUp() throws InterruptedException {
    LoadResult result = run(new BlockingDriver(driver));

    assertThat(driver.started()).as("calls that nobody waited for").isZero();
    assertThat(driver.threads()).hasSize(THREADS);
    assertThat(driver.mostOpen()).isEqualTo(THREADS);
    assertThat(result.calls().ok()).isEqualTo(driver.called()).isGreaterThanOrEqualTo(500);
  }

  @Test
  void aCallThatFailsEndsItByName() throws InterruptedException {
    LoadResult result =
        run(
            new ScriptedDriver(
                THREADS,
                (thread, before, request) -> {
                  if (before == 3) {
                    throw new CallException(FailureKind.INTERNAL, "out of order");
                  }
                  return Greeting.greet(request);
                }));

    assertThat(result.calls().failed()).isPositive();
    assertThat(result.firstFailure()).contains("out of order");
  }

  @Test
  void aDeadlineThatIsExceededColdEndsNothing() throws InterruptedException {
    LoadResult result =
        run(
            new ScriptedDriver(
                THREADS,
                (thread, before, request) -> {
                  now.addAndGet(MILLI);
                  if (before == 0) {
                    throw new CallException(FailureKind.DEADLINE, "a cold process");
                  }
                  return Greeting.greet(request);
                }));

    assertThat(result.calls().timedOut()).isPositive();
    assertThat(result.calls().failed()).isZero();
    assertThat(result.calls().abandoned()).isZero();
    assertThat(result.calls().ok()).isPositive();
  }
}
