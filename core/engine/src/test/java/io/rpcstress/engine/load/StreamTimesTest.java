package io.rpcstress.engine.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.contract.Operation;
import io.rpcstress.contract.Payload;
import io.rpcstress.contract.StreamReply;
import io.rpcstress.contract.StreamRequest;
import io.rpcstress.contract.Streams;
import io.rpcstress.driver.Caller;
import io.rpcstress.driver.Driver;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.Target;
import io.rpcstress.driver.Technology;
import io.rpcstress.engine.none.NullDriver;
import io.rpcstress.measure.RequestMode;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The time to the first message of a stream. */
@Timeout(600)
class StreamTimesTest {
  private static final int THREADS = 3;
  private static final int CALLS = 30;
  private static final long FIRST_NANOS = TimeUnit.MILLISECONDS.toNanos(7);

  /** Each tenth stream is one message short. */
  private static final class Streaming implements Driver {
    private final AtomicInteger calls = new AtomicInteger();

    @Override
    public Technology technology() {
      return new NullDriver().technology();
    }

    @Override
    public Session open(Target target, DriverOptions options) {
      return new Session() {
        @Override
        @SuppressWarnings("unchecked") // there is one operation
        public <Q, R> Caller<Q, R> caller(Operation<Q, R> operation, int thread) {
          return request -> (R) reply((StreamRequest) request);
        }

        @Override
        public void close() {}
      };
    }

    private StreamReply reply(StreamRequest request) {
      int missing = calls.incrementAndGet() % 10 == 0 ? 1 : 0;
      return new StreamReply(request.messages() - missing, System.nanoTime() + FIRST_NANOS, null);
    }
  }

  @Test
  void isKeptOfEachWholeStream() throws Exception {
    DriverOptions options = ScriptedDriver.options(THREADS, Duration.ofSeconds(60));
    try (Callers<StreamRequest, StreamReply> callers =
        new Callers<>(
            new Streaming(), ScriptedDriver.NOWHERE, options, Streams.FROM_SERVER, 1, null)) {
      LoadResult result =
          new ClosedLoop(CallingThreads.platform())
              .run(
                  callers,
                  Streams.FROM_SERVER.request(Payload.defaultOf(Streams.FROM_SERVER)),
                  RequestMode.TOTAL,
                  CALLS,
                  CALLS,
                  Meter.NONE);
      assertThat(result.calls().failed()).isEqualTo(CALLS / 10);
      assertThat(result.firsts()).isNotNull();
      assertThat(result.firsts().getTotalCount()).isEqualTo(CALLS - CALLS / 10);
      assertThat(result.firsts().getMinValue()).isGreaterThan(FIRST_NANOS * 99 / 100);
    }
  }
}
