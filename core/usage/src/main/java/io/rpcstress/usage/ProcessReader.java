package io.rpcstress.usage;

import static io.rpcstress.usage.ProcessUsage.UNKNOWN;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import io.rpcstress.usage.TaskReader.EndedThreads;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads this process' counters. Remembers per-thread values, so that ended threads still count, and
 * what reading itself cost, so that readings before and after a run do not count as the run's.
 */
final class ProcessReader {
  /** ThreadMXBean.getTotalThreadAllocatedBytes counts ended threads too; JDK 21 and newer. */
  private static final @Nullable MethodHandle TOTAL_ALLOCATED = totalAllocated();

  /**
   * What the process' own clock must be ahead of its threads' before it is believed that threads
   * ended unread, ns: user and system time are each cut to ticks of 10 ms, and a thread that runs
   * while it is read lags by one.
   */
  static final long ROUNDING_NANOS = TimeUnit.MILLISECONDS.toNanos(30);

  /**
   * With more threads than this, reading each one's file takes so much processor time, some 15 us a
   * thread, that a reader who shares a core with them all gets it late, of a thousand by seconds.
   */
  static final int MANY_THREADS = 48;

  /**
   * A reading that took longer than this was interrupted by other threads, ns; it is made again.
   */
  private static final long INTERRUPTED_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

  private static final int MAX_READINGS = 3;

  /** {@link System#nanoTime} may be negative, a reading's time may not. */
  private static final long ORIGIN_NANOS = System.nanoTime();

  private final Path process;
  private final TaskReader tasks;
  private final LongSupplier processClock;
  private final @Nullable ThreadMXBean threads = threads();
  private final EndedThreads allocated = new EndedThreads();
  private final EndedThreads javaCpu = new EndedThreads();
  private final int many;
  private long cpuNanos = UNKNOWN;
  private long unreadNanos = UNKNOWN;
  private @Nullable Whole whole;
  private long readingCpuNanos;
  private long readingBytes;

  ProcessReader(Path process, LongSupplier processClock) {
    this(process, processClock, MANY_THREADS);
  }

  ProcessReader(Path process, LongSupplier processClock, int many) {
    this.many = many;
    this.process = process;
    this.tasks = new TaskReader(process);
    this.processClock = processClock;
  }

  /**
   * The last reading of every thread, which quick ones go on from.
   *
   * @param javaNanos the Java threads' part by their own clocks, ns
   * @param backgroundNanos the others' part, ns
   */
  private record Whole(long cpuNanos, long javaNanos, long backgroundNanos) {}

  static ProcessReader ofThisProcess() {
    return new ProcessReader(Path.of("/proc/self"), ProcessReader::jvmCpuNanos);
  }

  synchronized ProcessUsage read(TaskReader.Border border) {
    long cpuAtStart = threads == null ? UNKNOWN : threads.getCurrentThreadCpuTime();
    long bytesAtStart = threads == null ? UNKNOWN : ownAllocatedBytes(threads);
    long bytes = threads == null ? UNKNOWN : new Clocks(threads).totalBytes(allocated);
    long ticks = border == TaskReader.Border.AFTER ? processClock.getAsLong() : UNKNOWN;
    long readNanos = System.nanoTime();
    boolean amongThem = tasks.read(border, ownTask(), cpuAtStart);
    if (border == TaskReader.Border.BEFORE) {
      ticks = processClock.getAsLong(); // next to those that work in the background
    }
    long all = allThreads(ticks);
    if (threads != null && cpuAtStart >= 0) {
      keep(new Clocks(threads), cpuAtStart);
    }
    whole = new Whole(all, javaCpu.total(), tasks.backgroundNanos());
    ProcessUsage usage = usage(all, tasks.switches(), bytes, readNanos);
    leaveOut(amongThem ? cpuAtStart : UNKNOWN, bytesAtStart);
    return usage;
  }

  /**
   * Reads while threads compute: their CPU time is read from their clocks by the JVM, under 1 us
   * each. Their context switches follow where they are few, and are not known where they are many.
   */
  synchronized ProcessUsage readRunning() {
    Whole from = whole;
    if (threads == null || from == null || from.javaNanos() < 0) {
      return read(TaskReader.Border.AFTER);
    }
    long cpuAtStart = threads.getCurrentThreadCpuTime();
    long bytesAtStart = ownAllocatedBytes(threads);
    Clocks clocks = new Clocks(threads);
    for (int i = 1; i < MAX_READINGS && clocks.tookNanos > INTERRUPTED_NANOS; i++) {
      clocks = new Clocks(threads);
    }
    keep(clocks, cpuAtStart);
    long bytes = clocks.totalBytes(allocated);
    boolean withSwitches = tasks.readRunning(many);
    long background =
        ProcessUsage.isKnown(from.backgroundNanos())
            ? tasks.backgroundNanos() - from.backgroundNanos()
            : 0;
    long all = from.cpuNanos() + javaCpu.total() - from.javaNanos() + background;
    ProcessUsage usage =
        usage(all, withSwitches ? tasks.switches() : UNKNOWN, bytes, clocks.startedAt);
    leaveOut(cpuAtStart, bytesAtStart);
    return usage;
  }

  /** What the Java threads' clocks and accounts show at one time. */
  private static final class Clocks {
    private final long startedAt = System.nanoTime();
    private final long[] ids;
    private final long[] cpuNanos;
    private final long[] bytes;
    private final long total;
    private final long tookNanos;

    Clocks(ThreadMXBean bean) {
      ids = bean.getAllThreadIds();
      cpuNanos = bean.getThreadCpuTime(ids);
      total = totalAllocatedBytes(bean);
      bytes = TOTAL_ALLOCATED == null ? bean.getThreadAllocatedBytes(ids) : new long[0];
      tookNanos = System.nanoTime() - startedAt;
    }

    long totalBytes(EndedThreads accounts) {
      if (TOTAL_ALLOCATED != null) {
        return total;
      }
      accounts.begin();
      for (int i = 0; i < ids.length; i++) {
        accounts.add(ids[i], bytes[i]);
      }
      accounts.end();
      return accounts.total();
    }
  }

  /** Keeps the clock of each Java thread; the reader's own stands still while it reads. */
  private void keep(Clocks clocks, long ownCpuNanos) {
    long own = Thread.currentThread().getId();
    long[] ids = clocks.ids;
    javaCpu.begin();
    for (int i = 0; i < ids.length; i++) {
      javaCpu.add(ids[i], ids[i] == own ? ownCpuNanos : clocks.cpuNanos[i]);
    }
    javaCpu.end();
  }

  private ProcessUsage usage(long all, long switches, long bytes, long readNanos) {
    List<String> status = ProcFiles.lines(process.resolve("status"));
    cpuNanos = Math.max(cpuNanos, less(all, readingCpuNanos));
    return new ProcessUsage(
        cpuNanos,
        switches,
        less(bytes, readingBytes),
        tasks.compileNanos(),
        gcMillis(),
        ProcFiles.leadingNumber(ProcFiles.after("VmRSS:", status)),
        ProcFiles.leadingNumber(ProcFiles.after("VmHWM:", status)),
        readNanos - ORIGIN_NANOS);
  }

  /**
   * The threads' clocks, and what threads used that ended unread: the clock of the process has
   * that, but in ticks, so it counts only beyond their rounding, and never replaces the others.
   */
  private long allThreads(long ticks) {
    long read = tasks.cpuNanos();
    if (!ProcessUsage.isKnown(read)) {
      return ticks;
    }
    long missing = ProcessUsage.isKnown(ticks) ? Math.max(0, ticks - read) : 0;
    if (unreadNanos < 0 || missing > unreadNanos + ROUNDING_NANOS) {
      unreadNanos = missing;
    }
    return read + unreadNanos;
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
    if (threads != null && cpuAtStart >= 0) {
      readingCpuNanos += threads.getCurrentThreadCpuTime() - cpuAtStart;
    }
    if (threads != null && bytesAtStart >= 0) {
      readingBytes += ownAllocatedBytes(threads) - bytesAtStart;
    }
  }

  private static long less(long value, long part) {
    return ProcessUsage.isKnown(value) ? Math.max(0, value - part) : UNKNOWN;
  }

  /** The kernel's number of the calling thread; -1 where the kernel does not report it. */
  private static long ownTask() {
    try {
      Path task = Path.of("/proc/thread-self").toRealPath().getFileName();
      return ProcFiles.leadingNumber(String.valueOf(task));
    } catch (IOException unreadable) {
      return UNKNOWN;
    }
  }

  static long jvmCpuNanos() {
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

  private static long totalAllocatedBytes(ThreadMXBean bean) {
    if (TOTAL_ALLOCATED == null) {
      return UNKNOWN;
    }
    try {
      return (long) TOTAL_ALLOCATED.invokeExact(bean);
    } catch (Throwable refused) {
      return UNKNOWN;
    }
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
