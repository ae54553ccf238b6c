package io.rpcstress.usage;

import static io.rpcstress.usage.ProcessUsage.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.usage.TaskReader.Border;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessUsageTest {
  @Test
  void cpuTimeOfABusyThreadIsFound() {
    ProcessUsage before = ProcessUsage.read();
    long cpu = burn(50_000_000);
    ProcessUsage used = ProcessUsage.read().since(before);
    assertThat(used.cpuNanos()).isGreaterThanOrEqualTo(cpu - 10_000_000);
  }

  @Test
  void allocationOfAThreadThatEndedIsKept() throws InterruptedException {
    int size = 8_000_000;
    List<byte[]> kept = new ArrayList<>();
    ProcessUsage before = ProcessUsage.read();
    CountDownLatch allocated = new CountDownLatch(1);
    CountDownLatch seen = new CountDownLatch(1);
    Thread thread =
        new Thread(
            () -> {
              kept.add(new byte[size]);
              allocated.countDown();
              await(seen);
            });
    thread.start();
    await(allocated);
    ProcessUsage.read();
    seen.countDown();
    thread.join();
    ProcessUsage used = ProcessUsage.read().since(before);
    assertThat(used.allocatedBytes()).isGreaterThanOrEqualTo(size);
    assertThat(kept.get(0)).hasSize(size);
  }

  @Test
  void switchesOfThreadsThatWaitForEachOtherAreCounted() throws InterruptedException {
    ProcessUsage before = ProcessUsage.read();
    int handOvers = 50;
    for (int i = 0; i < handOvers; i++) {
      CountDownLatch done = new CountDownLatch(1);
      Thread thread = new Thread(done::countDown);
      thread.start();
      thread.join();
    }
    assertThat(ProcessUsage.read().since(before).contextSwitches()).isPositive();
  }

  @Test
  void whatTheReadingItselfAllocatesIsNotCounted() {
    ProcessUsage.read();
    ProcessUsage before = ProcessUsage.read();
    for (int i = 0; i < 100; i++) {
      ProcessUsage.read();
    }
    // Other threads of the test JVM allocate a little; a reading alone takes over 100 KB.
    assertThat(ProcessUsage.read().since(before).allocatedBytes()).isLessThan(2_000_000);
  }

  @Test
  void unknownStaysUnknownAndNeverBecomesZero() {
    ProcessUsage known = new ProcessUsage(10, 20, 30, 35, 40, 50, 60, UNKNOWN);
    ProcessUsage halfKnown =
        new ProcessUsage(UNKNOWN, 25, UNKNOWN, UNKNOWN, 40, UNKNOWN, 70, UNKNOWN);
    assertThat(halfKnown.since(known))
        .isEqualTo(new ProcessUsage(UNKNOWN, 5, UNKNOWN, UNKNOWN, 0, UNKNOWN, 70, UNKNOWN));
    assertThat(known.since(halfKnown).cpuNanos()).isEqualTo(UNKNOWN);
    assertThat(ProcessUsage.isKnown(0)).isTrue();
    assertThat(ProcessUsage.isKnown(UNKNOWN)).isFalse();
  }

  @Test
  void aHostWithoutProcLeavesSwitchesAndMemoryUnknown(@TempDir Path empty) {
    ProcessUsage usage =
        new ProcessReader(empty.resolve("absent"), () -> 1_230_000_000).read(Border.BEFORE);
    assertThat(usage.contextSwitches()).isEqualTo(UNKNOWN);
    assertThat(usage.rssKb()).isEqualTo(UNKNOWN);
    assertThat(usage.compileNanos()).isEqualTo(UNKNOWN);
    assertThat(usage.cpuNanos()).as("the JVM knows it without /proc").isPositive();
  }

  @Test
  void threadsThatEndedKeepCounting(@TempDir Path process) throws Exception {
    ProcessReader reader = new ProcessReader(process, () -> UNKNOWN);
    task(process, 1, 100, 10);
    task(process, 2, 200, 20);
    assertThat(reader.read(Border.BEFORE).contextSwitches()).isEqualTo(330);
    Files.delete(process.resolve("task/2/status"));
    Files.delete(process.resolve("task/2"));
    task(process, 1, 101, 10);
    task(process, 3, 5, 0);
    assertThat(reader.read(Border.BEFORE).contextSwitches()).isEqualTo(336);
    task(process, 1, 3, 0); // the kernel gave the number to a new thread
    assertThat(reader.read(Border.BEFORE).contextSwitches()).isEqualTo(339);
  }

  private static void task(Path process, int id, long voluntary, long involuntary)
      throws java.io.IOException {
    Path folder = Files.createDirectories(process.resolve("task/" + id));
    Files.writeString(
        folder.resolve("status"),
        "Name:\tx\nvoluntary_ctxt_switches:\t%d\nnonvoluntary_ctxt_switches:\t%d\n"
            .formatted(voluntary, involuntary));
  }

  /** Uses the CPU for about this long and returns how long it was. */
  private static long burn(long nanos) {
    var threads = java.lang.management.ManagementFactory.getThreadMXBean();
    long start = threads.getCurrentThreadCpuTime();
    long now = start;
    while (now - start < nanos) {
      now = threads.getCurrentThreadCpuTime();
    }
    return now - start;
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
