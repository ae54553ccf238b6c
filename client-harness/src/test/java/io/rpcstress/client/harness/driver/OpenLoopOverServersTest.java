package io.rpcstress.client.harness.driver;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.contract.Greeting;
import io.rpcstress.driver.ConnectionPolicy;
import io.rpcstress.driver.Driver;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.engine.load.BlockingDriver;
import io.rpcstress.engine.load.Callers;
import io.rpcstress.engine.load.CallingThreads;
import io.rpcstress.engine.load.Meter;
import io.rpcstress.engine.load.OpenLoop;
import io.rpcstress.engine.load.OpenLoopResult;
import io.rpcstress.measure.ArrivalShape;
import io.rpcstress.measure.CallCounts;
import io.rpcstress.measure.OfferedLoad;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The open loop over rpcx and gRPC, against real servers that stall once. */
@Timeout(600)
class OpenLoopOverServersTest {

  private static final int RATE = 200;
  private static final int SECONDS = 2;
  private static final int WARMUP_SECONDS = 1;
  private static final int STALLING_CALL = WARMUP_SECONDS * RATE + 100;
  private static final long STALL_MILLIS = 600;
  private static final long MILLI = 1_000_000;

  /** Calls that are due in the first half of the stall, and so wait for half of it at least. */
  private static final long HALF = STALL_MILLIS / 2 * RATE / 1_000;

  private static GreetServer stallingOnce(String technology) throws IOException {
    AtomicInteger calls = new AtomicInteger();
    return GreetServer.start(
        technology,
        name -> {
          if (calls.getAndIncrement() == STALLING_CALL) {
            try {
              Thread.sleep(STALL_MILLIS); // the fault itself
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
          }
          return Greeting.greet(name);
        });
  }

  private static OpenLoopResult run(Driver driver, String variant, GreetServer server, int threads)
      throws InterruptedException {
    DriverOptions options =
        new DriverOptions(
            variant,
            ConnectionPolicy.multiplexed(1),
            threads,
            false,
            Duration.ofSeconds(60),
            Duration.ofSeconds(30));
    try (Callers<String, String> callers =
        new Callers<>(driver, server.target(), options, Greeting.OPERATION)) {
      return new OpenLoop(CallingThreads.platform())
          .run(
              callers,
              "ada",
              new OfferedLoad(ArrivalShape.CONSTANT, RATE, SECONDS, WARMUP_SECONDS, 0),
              0,
              Meter.NONE,
              Meter.NONE);
    }
  }

  private static long slow(Histogram latencies) {
    return latencies.getCountBetweenValues(STALL_MILLIS / 2 * MILLI, Long.MAX_VALUE / 4);
  }

  @ParameterizedTest
  @CsvSource({"rpcx,example", "grpc,example", "grpc,tuned"})
  void callsAreStartedWhileTheServerStallsSoBothTimesShowIt(String technology, String variant)
      throws Exception {
    try (GreetServer server = stallingOnce(technology)) {
      OpenLoopResult result = run(Drivers.find(technology).orElseThrow(), variant, server, 1);

      assertThat(result.async()).isTrue();
      assertThat(result.load().calls()).isEqualTo(CallCounts.allOk(SECONDS * RATE));
      assertThat(result.load().latencies().getValueAtPercentile(99))
          .isGreaterThan(STALL_MILLIS * 8 / 10 * MILLI);
      assertThat(slow(result.load().latencies())).isGreaterThan(HALF - 5);
      assertThat(slow(result.service()))
          .as("one thread asked, and yet more than one call was open")
          .isGreaterThan(1);
    }
  }

  @ParameterizedTest
  @CsvSource({"rpcx,example", "grpc,example"})
  void fromAThreadThatWaitsTheServiceTimesHideTheStall(String technology, String variant)
      throws Exception {
    try (GreetServer server = stallingOnce(technology)) {
      OpenLoopResult result =
          run(new BlockingDriver(Drivers.find(technology).orElseThrow()), variant, server, 1);

      assertThat(result.async()).isFalse();
      assertThat(result.load().calls()).isEqualTo(CallCounts.allOk(SECONDS * RATE));
      assertThat(result.load().latencies().getValueAtPercentile(99))
          .isGreaterThan(STALL_MILLIS * 8 / 10 * MILLI);
      assertThat(slow(result.load().latencies())).isGreaterThan(HALF - 5);
      assertThat(slow(result.service())).isLessThan(slow(result.load().latencies()) / 2);
    }
  }
}
