package io.rpcstress.usage;

import static io.rpcstress.usage.ProcessUsage.UNKNOWN;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads this process' counters. Remembers per-thread values, so that ended threads still count, and
 * what reading itself cost, so that readings before and after a run do not count as the run's.
 */
final class ProcessReader {
  /** ThreadMXBean.getTotalThreadAllocatedBytes counts ended threads too; JDK 21 and newer. */
  private static final @Nullable MethodHandle TOTAL_ALLOCATED = totalAllocated();

  private final Path process;
  private final @Nullable ThreadMXBean threads = threads();
  private final EndedThreads cpu = new EndedThreads();
  private final EndedThreads switches = new EndedThreads();
  private final EndedThreads allocated = new EndedThreads();
  private long cpuNanos = UNKNOWN;
  private long readingCpuNanos;
  private long readingBytes;

  /** The folder of this process in /proc; another one only in tests. */
  ProcessReader(Path process) {
    this.process = process;
  }

  synchronized ProcessUsage read() {
    long cpuAtStart = threads == null ? UNKNOWN : threads.getCurrentThreadCpuTime();
    long bytesAtStart = threads == null ? UNKNOWN : ownAllocatedBytes(threads);
    long jvmCpu = jvmCpuNanos();
    long bytes = threads == null ? UNKNOWN : allocatedBytes(threads);
    readTasks(cpuAtStart);
    List<String> status = ProcFiles.lines(process.resolve("status"));
    // The JVM's value has ticks of 10 ms but counts ended threads: the larger is nearer.
    cpuNanos = Math.max(cpuNanos, less(Math.max(cpu.total(), jvmCpu), readingCpuNanos));
    ProcessUsage usage =
        new ProcessUsage(
            cpuNanos,
            switches.total(),
            less(bytes, readingBytes),
            gcMillis(),
            ProcFiles.leadingNumber(ProcFiles.after("VmRSS:", status)),
            ProcFiles.leadingNumber(ProcFiles.after("VmHWM:", status)));
    leaveOut(cpuAtStart, bytesAtStart);
    return usage;
  }

  /** Does something that is not to count in later readings, since it is reading, too. */
  synchronized <T> T uncounted(Supplier<T> reading) {
    long cpuAtStart = threads == null ? UNKNOWN : threads.getCurrentThreadCpuTime();
    long bytesAtStart = threads == null ? UNKNOWN : ownAllocatedBytes(threads);
    T read = reading.get();
    leaveOut(cpuAtStart, bytesAtStart);
    return read;
  }

  private void leaveOut(long cpuAtStart, long bytesAtStart) {
    if (threads != null && cpuAtStart >= 0 && bytesAtStart >= 0) {
      readingCpuNanos += threads.getCurrentThreadCpuTime() - cpuAtStart;
      readingBytes += ownAllocatedBytes(threads) - bytesAtStart;
    }
  }

  private static long less(long value, long part) {
    return ProcessUsage.isKnown(value) ? Math.max(0, value - part) : UNKNOWN;
  }

  private void readTasks(long ownCpuNanos) {
    String[] tasks = process.resolve("task").toFile().list();
    if (tasks == null) {
      return; // the totals stay as they are: unknown where nothing was ever read
    }
    String own = ownTask();
    cpu.begin();
    switches.begin();
    for (String task : tasks) {
      String folder = process + "/task/" + task;
      long id = ProcFiles.leadingNumber(task);
      // schedstat: ns on a CPU, ns waiting, time slices
      cpu.add(
          id,
          task.equals(own) && ownCpuNanos >= 0
              ? ownCpuNanos
              : ProcFiles.number("", folder + "/schedstat"));
      switches.add(id, switchesOf(folder + "/status"));
    }
    cpu.end();
    switches.end();
  }

  private static long switchesOf(String status) {
    byte[] text = ProcFiles.bytes(status);
    long voluntary = ProcFiles.number("\nvoluntary_ctxt_switches:", text);
    long involuntary = ProcFiles.number("\nnonvoluntary_ctxt_switches:", text);
    return voluntary >= 0 && involuntary >= 0 ? voluntary + involuntary : UNKNOWN;
  }

  /** The kernel's number of the calling thread; null where the kernel does not tell. */
  private static @Nullable String ownTask() {
    try {
      return Path.of("/proc/thread-self").toRealPath().getFileName().toString();
    } catch (IOException unreadable) {
      return null;
    }
  }

  private static long jvmCpuNanos() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
        ? system.getProcessCpuTime()
        : UNKNOWN;
  }

  private static long gcMillis() {
    long sum = 0;
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
      long millis = collector.getCollectionTime();
      if (millis < 0) {
        return UNKNOWN;
      }
      sum += millis;
    }
    return sum;
  }

  private static @Nullable ThreadMXBean threads() {
    return ManagementFactory.getThreadMXBean() instanceof ThreadMXBean bean
            && bean.isThreadAllocatedMemorySupported()
            && bean.isThreadAllocatedMemoryEnabled()
            && bean.isCurrentThreadCpuTimeSupported()
        ? bean
        : null;
  }

  private static long ownAllocatedBytes(ThreadMXBean threads) {
    return threads.getCurrentThreadAllocatedBytes();
  }

  private long allocatedBytes(ThreadMXBean bean) {
    if (TOTAL_ALLOCATED != null) {
      try {
        return (long) TOTAL_ALLOCATED.invokeExact(bean);
      } catch (Throwable refused) {
        return UNKNOWN;
      }
    }
    long[] ids = bean.getAllThreadIds();
    long[] bytes = bean.getThreadAllocatedBytes(ids);
    allocated.begin();
    for (int i = 0; i < ids.length; i++) {
      allocated.add(ids[i], bytes[i]);
    }
    allocated.end();
    return allocated.total();
  }

  private static @Nullable MethodHandle totalAllocated() {
    try {
      return MethodHandles.publicLookup()
          .findVirtual(
              ThreadMXBean.class,
              "getTotalThreadAllocatedBytes",
              MethodType.methodType(long.class));
    } catch (ReflectiveOperationException beforeJdk21) {
      return null;
    }
  }
}
