package io.rpcstress.engine.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.Operation;
import io.rpcstress.driver.AsyncCaller;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Caller;
import io.rpcstress.driver.Driver;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.Target;
import io.rpcstress.driver.Technology;
import io.rpcstress.engine.none.NullDriver;
import io.rpcstress.measure.RequestMode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A closed loop whose threads keep several calls open each. */
@Timeout(60)
class InFlightTest {

  private static final int WIDTH = 4;
  private static final int CALLS = 100;

  private final AtomicLong now = new AtomicLong();
  private final ClosedLoop loop =
      new ClosedLoop(CallingThreads.platform(), now::get, Duration.ofSeconds(1));

  private LoadResult run(Driver driver, int threads, long tolerated) throws InterruptedException {
    DriverOptions options = ScriptedDriver.options(threads, Duration.ofMinutes(1));
    try (Callers<String, String> callers =
        new Callers<>(driver, ScriptedDriver.NOWHERE, options, Greeting.OPERATION, WIDTH, null)) {
      return loop.run(callers, "ada", RequestMode.PER_THREAD, CALLS, tolerated, Meter.NONE);
    }
  }

  /** Ends the calls of a thread as soon as it has as many open as it may, the last one first. */
  private static class Batches implements Driver {

    final List<Integer> sizes = new ArrayList<>();

    /** One call. */
    record Open(int number, CompletableFuture<String> reply) {}

    void end(Open open) {
      open.reply.complete("hello, ada");
    }

    @Override
    public Technology technology() {
      return new Technology("batches", 97, 1, "in this process", List.of(), List.of("greet"));
    }

    @Override
    public boolean startsCalls(DriverOptions options) {
      return true;
    }

    @Override
    public Session open(Target target, DriverOptions options) {
      return new Session() {
        @Override
        @SuppressWarnings("unchecked") // whatever it is called, it greets
        public <Q, R> Caller<Q, R> caller(Operation<Q, R> operation, int thread) {
          return (Caller<Q, R>) new Collecting(Batches.this);
        }

        @Override
        public void close() {}
      };
    }
  }

  private static final class Collecting implements AsyncCaller<String, String> {
    private final Batches driver;
    private final List<Batches.Open> open = new ArrayList<>();
    private int started;

    Collecting(Batches driver) {
      this.driver = driver;
    }

    @Override
    public CompletableFuture<String> start(String request) {
      CompletableFuture<String> reply = new CompletableFuture<>();
      open.add(new Batches.Open(started++, reply));
      if (open.size() == WIDTH) {
        List<Batches.Open> batch = new ArrayList<>(open);
        open.clear();
        synchronized (driver) {
          driver.sizes.add(batch.size());
        }
        Thread other = new Thread(() -> endAll(batch));
        other.start();
      }
      return reply;
    }

    private void endAll(List<Batches.Open> batch) {
      for (int i = batch.size() - 1; i >= 0; i--) {
        // The caller is to see its end when it comes, and not at a later time.
        while (batch.get(i).reply().getNumberOfDependents() == 0) {
          Thread.onSpinWait();
        }
        driver.end(batch.get(i));
      }
    }

    @Override
    public String call(String request) {
      throw new AssertionError("no thread is to wait for a reply");
    }
  }

  /** The first batch, and each after it, is only ended where that many are open at once. */
  @Test
  void eachThreadKeepsTheRequestedCallsOpenAndCountsEach() throws InterruptedException {
    Batches driver = new Batches();
    LoadResult result = run(driver, 3, 0);
    assertThat(result.calls().ok()).isEqualTo(3 * CALLS);
    assertThat(result.calls().issued()).isEqualTo(3 * CALLS);
    assertThat(result.latencies().getTotalCount()).isEqualTo(3 * CALLS);
    assertThat(driver.sizes).hasSize(3 * CALLS / WIDTH).containsOnly(WIDTH);
  }

  /** All calls end well but one. */
  private static Batches ending(int number, Consumer<CompletableFuture<String>> how) {
    return new Batches() {
      @Override
      void end(Open open) {
        if (open.number() == number) {
          how.accept(open.reply());
        } else {
          super.end(open);
        }
      }
    };
  }

  @Test
  void aCallThatFailsIsCountedByItsKindAndTheOthersGoOn() throws InterruptedException {
    LoadResult result =
        run(
            ending(
                2,
                reply ->
                    reply.completeExceptionally(new CallException(FailureKind.REFUSED, "enough"))),
            1,
            1);
    assertThat(result.calls().ok()).isEqualTo(CALLS - 1);
    assertThat(result.failures()).containsOnly(java.util.Map.entry(FailureKind.REFUSED, 1L));
    assertThat(result.firstFailure()).contains("enough");
  }

  @Test
  void aCallThatNeverEndsIsAbandonedAndHoldsNoThread() throws InterruptedException {
    LoadResult result = run(ending(0, reply -> now.addAndGet(Duration.ofHours(1).toNanos())), 1, 0);
    assertThat(result.calls().abandoned()).isPositive();
    assertThat(result.calls().issued()).isEqualTo(CALLS);
    assertThat(result.firstFailure()).contains("did not come back");
  }

  @Test
  void theNullDriverAnswersCallsThatAreOpenAtOnceSoThatTheRigAloneIsLeft()
      throws InterruptedException {
    NullDriver none = new NullDriver();
    LoadResult result = run(none, 2, 0);
    assertThat(result.calls().ok()).isEqualTo(2 * CALLS);
    assertThat(result.failures()).isEmpty();
  }
}
