package io.rpcstress.engine.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;
import io.rpcstress.contract.Greeting;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.engine.none.NullDriver;
import io.rpcstress.measure.CallCounts;
import io.rpcstress.measure.RequestMode;
import io.rpcstress.measure.TimedLoad;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the rig itself allocates: nothing for a call, with its clock readings, its check of the
 * reply and its histogram. Garbage of the rig would be collected within a measured latency.
 */
@Timeout(600)
class ClosedLoopAllocationTest {

  private static final int CALLS = 1_000_000;

  /** For the gate, the latches and whatever else a run has once; a call may not even have a bit. */
  private static final long BYTES_A_THREAD_AND_RUN = 1_024;

  @ParameterizedTest
  @ValueSource(ints = {1, 10})
  void aCallInSteadyStateAllocatesNothing(int threads) throws InterruptedException {
    assumeTrue(ManagementFactory.getThreadMXBean() instanceof ThreadMXBean, "a JVM that counts");
    AllocationMeter meter = new AllocationMeter();
    ClosedLoop loop = new ClosedLoop(meter);
    try (Callers<String, String> callers = callers(threads)) {
      for (int order = 0; order < 2; order++) { // order 0 makes the callers and loads the classes
        LoadResult result =
            loop.run(callers, Greeting.defaultName(), RequestMode.TOTAL, CALLS, 0, meter);
        assertThat(result.calls()).isEqualTo(CallCounts.allOk(CALLS));
        assertThat(result.latencies().getTotalCount()).isEqualTo(CALLS);
      }
    }
    assertThat(meter.threads).hasSize(threads);
    assertThat(meter.allocated).isBetween(0L, threads * BYTES_A_THREAD_AND_RUN);
  }

  private static Callers<String, String> callers(int threads) {
    DriverOptions options = ScriptedDriver.options(threads, Duration.ofMinutes(1));
    return new Callers<>(
        new NullDriver(), ScriptedDriver.NOWHERE, options, Greeting.OPERATION, 1, null);
  }

  @Test
  void aCallOfATimedLoopAllocatesNothing() throws InterruptedException {
    assumeTrue(ManagementFactory.getThreadMXBean() instanceof ThreadMXBean, "a JVM that counts");
    int threads = 2;
    AllocationMeter meter = new AllocationMeter();
    TimedLoop loop = new TimedLoop(meter, rates -> OptionalInt.empty());
    TimedLoad load = new TimedLoad(Duration.ZERO, Duration.ofMillis(100), 3, null);
    try (Callers<String, String> callers = callers(threads)) {
      long calls = 0;
      for (int order = 0; order < 2; order++) {
        calls =
            loop.run(callers, Greeting.defaultName(), load, 0, meter, Meter.NONE)
                .whole()
                .calls()
                .ok();
      }
      assertThat(calls).isPositive();
    }
    assertThat(meter.allocated).isBetween(0L, threads * BYTES_A_THREAD_AND_RUN);
  }

  /** Makes the calling threads of a run and adds up what they allocate between gate and end. */
  private static final class AllocationMeter implements ThreadFactory, Meter {

    private final ThreadMXBean bean = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final ThreadFactory platform = CallingThreads.platform();
    private final List<Thread> threads = new CopyOnWriteArrayList<>();
    private boolean counted;
    private long before;
    private long allocated;

    @Override
    public Thread newThread(Runnable task) {
      if (counted) {
        threads.clear(); // a new run
        counted = false;
      }
      Thread thread = platform.newThread(task);
      threads.add(thread);
      return thread;
    }

    @Override
    public void beforeGate() {
      before = bytes();
    }

    @Override
    public void afterLastReply() {
      allocated = bytes() - before;
      counted = true;
    }

    private long bytes() {
      return threads.stream().mapToLong(t -> bean.getThreadAllocatedBytes(t.getId())).sum();
    }
  }
}
