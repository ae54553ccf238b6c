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
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads one process' counters; remembers per-thread values so that ended threads still count. */
final class ProcessReader {
  /** ThreadMXBean.getTotalThreadAllocatedBytes counts ended threads too; JDK 21 and newer. */
  private static final @Nullable MethodHandle TOTAL_ALLOCATED = totalAllocated();

  private final Path process;
  private final EndedThreads cpu = new EndedThreads();
  private final EndedThreads switches = new EndedThreads();
  private final EndedThreads allocated = new EndedThreads();

  /** The folder of the process in /proc. */
  ProcessReader(Path process) {
    this.process = process;
  }

  synchronized ProcessUsage read() {
    readTasks();
    List<String> status = ProcFiles.lines(process.resolve("status"));
    return new ProcessUsage(
        // The JVM's own value has ticks of 10 ms but counts ended threads: the larger is nearer.
        Math.max(cpu.total(), jvmCpuNanos()),
        switches.total(),
        allocatedBytes(),
        gcMillis(),
        ProcFiles.leadingNumber(ProcFiles.after("VmRSS:", status)),
        ProcFiles.leadingNumber(ProcFiles.after("VmHWM:", status)));
  }

  private void readTasks() {
    cpu.begin();
    switches.begin();
    try (DirectoryStream<Path> tasks = Files.newDirectoryStream(process.resolve("task"))) {
      for (Path task : tasks) {
        long id = ProcFiles.leadingNumber(task.getFileName().toString());
        // schedstat: ns on a CPU, ns waiting, time slices
        cpu.add(id, ProcFiles.leadingNumber(ProcFiles.firstLine(task.resolve("schedstat"))));
        List<String> status = ProcFiles.lines(task.resolve("status"));
        switches.add(
            id,
            sum(
                ProcFiles.leadingNumber(ProcFiles.after("voluntary_ctxt_switches:", status)),
                ProcFiles.leadingNumber(ProcFiles.after("nonvoluntary_ctxt_switches:", status))));
      }
    } catch (IOException | SecurityException noSuchFolder) {
      return; // the totals stay as they are: unknown where nothing was ever read
    }
    cpu.end();
    switches.end();
  }

  private static long sum(long one, long other) {
    return ProcessUsage.isKnown(one) && ProcessUsage.isKnown(other) ? one + other : UNKNOWN;
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

  private long allocatedBytes() {
    if (!(ManagementFactory.getThreadMXBean() instanceof ThreadMXBean threads)
        || !threads.isThreadAllocatedMemorySupported()
        || !threads.isThreadAllocatedMemoryEnabled()) {
      return UNKNOWN;
    }
    if (TOTAL_ALLOCATED != null) {
      try {
        return (long) TOTAL_ALLOCATED.invokeExact(threads);
      } catch (Throwable refused) {
        return UNKNOWN;
      }
    }
    long[] ids = threads.getAllThreadIds();
    long[] bytes = threads.getThreadAllocatedBytes(ids);
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
