package io.rpcstress.usage;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Processor time of another process of this host in ns, from the scheduler's account of each of its
 * threads ({@code /proc/PID/task/TID/schedstat}), which unlike {@code /proc/PID/stat} has no ticks.
 * Reading costs the reader some 10 us a thread, and the other process nothing. Immutable.
 */
public final class ProcessCpu {

  public static final ProcessCpu NONE = new ProcessCpu(null);

  private final @Nullable Path tasks;

  private ProcessCpu(@Nullable Path tasks) {
    this.tasks = tasks;
  }

  /**
   * Of the process with a number; one that is not there, or whose host has no /proc, is unknown.
   */
  public static ProcessCpu of(long pid) {
    return in(Path.of("/proc", Long.toString(pid)));
  }

  /**
   * CPU time of this process so far, ns, in the kernel's ticks of 10 ms: one system call, however
   * many threads there are. Negative where nothing is known.
   */
  public static long ofThisProcess() {
    return ProcessReader.jvmCpuNanos();
  }

  static ProcessCpu in(Path process) {
    return new ProcessCpu(process.resolve("task"));
  }

  /** What the threads that are there now ran so far. */
  public ThreadTimes read() {
    Map<String, Long> nanos = new HashMap<>();
    Path folder = tasks;
    if (folder == null) {
      return new ThreadTimes(nanos);
    }
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(folder)) {
      for (Path thread : threads) {
        long ran = ProcFiles.leadingNumber(ProcFiles.firstLine(thread.resolve("schedstat")));
        if (ProcessUsage.isKnown(ran)) {
          nanos.put(thread.getFileName().toString(), ran);
        }
      }
    } catch (IOException | DirectoryIteratorException gone) {
      nanos.clear();
    }
    return new ThreadTimes(nanos);
  }

  /**
   * One reading.
   *
   * @param nanos processor time by thread number, ns; empty where nothing is known
   */
  public record ThreadTimes(Map<String, Long> nanos) {

    public ThreadTimes {
      nanos = Map.copyOf(nanos);
    }

    /**
     * Processor time since an earlier reading, ns, or {@link ProcessUsage#UNKNOWN}. A thread that
     * began since counts in full; what one that has ended ran since is not seen.
     */
    public long since(ThreadTimes earlier) {
      if (nanos.isEmpty() || earlier.nanos.isEmpty()) {
        return ProcessUsage.UNKNOWN;
      }
      long sum = 0;
      for (Map.Entry<String, Long> thread : nanos.entrySet()) {
        sum += Math.max(0, thread.getValue() - earlier.nanos.getOrDefault(thread.getKey(), 0L));
      }
      return sum;
    }
  }
}
