package io.rpcstress.usage;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.rpcstress.usage.TaskReader.Border;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A process of many threads is read quickly while they run, and to the same account. */
@Timeout(60)
class RunningReadingTest {

  private static final long BURNT = TimeUnit.MILLISECONDS.toNanos(100);
  private static final Path SELF = Path.of("/proc/self");

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  @BeforeEach
  void theKernelKeepsAccounts() {
    Assumptions.assumeTrue(Files.exists(SELF.resolve("schedstat")), "no /proc/self/schedstat");
  }

  private static ProcessReader reader(int many) {
    return new ProcessReader(SELF, () -> ProcessUsage.UNKNOWN, many);
  }

  /** Takes processor time in a thread that lives on until it is stopped. */
  private Thread burner(CountDownLatch burnt, CountDownLatch end) {
    Thread thread =
        new Thread(
            () -> {
              long start = threads.getCurrentThreadCpuTime();
              while (threads.getCurrentThreadCpuTime() - start < BURNT) {
                Thread.onSpinWait();
              }
              burnt.countDown();
              try {
                end.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    thread.start();
    return thread;
  }

  @Test
  void whatThreadsTookIsInItAndTheirSwitchesAreNot() throws Exception {
    ProcessReader quick = reader(1);
    ProcessUsage before = quick.read(Border.BEFORE);
    CountDownLatch burnt = new CountDownLatch(2);
    CountDownLatch end = new CountDownLatch(1);
    Thread one = burner(burnt, end);
    Thread other = burner(burnt, end);
    burnt.await();
    ProcessUsage running = quick.readRunning();
    assertThat(running.since(before).cpuNanos()).isGreaterThanOrEqualTo(2 * BURNT);
    assertThat(running.contextSwitches()).isEqualTo(ProcessUsage.UNKNOWN);
    assertThat(running.allocatedBytes()).isGreaterThanOrEqualTo(before.allocatedBytes());
    end.countDown();
    one.join();
    other.join();
    // Threads that have ended keep counting, and reading everything goes on from there.
    assertThat(quick.readRunning().cpuNanos()).isGreaterThanOrEqualTo(running.cpuNanos());
    ProcessUsage after = quick.read(Border.AFTER);
    assertThat(after.cpuNanos()).isGreaterThanOrEqualTo(running.cpuNanos());
    assertThat(after.contextSwitches()).isPositive();
  }
}
