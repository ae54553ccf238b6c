package io.rpcstress.usage;

import io.rpcstress.usage.TaskReader.EndedThreads;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Processor time of another process of this host in ns, from the scheduler's account of each of its
 * threads ({@code /proc/PID/task/TID/schedstat}), which unlike {@code /proc/PID/stat} has no ticks.
 * Reading costs the reader some 10 us a thread, and the other process nothing. Confined to one
 * thread.
 */
public final class ProcessCpu {

  public static final ProcessCpu NONE = new ProcessCpu(null);

  private final @Nullable Path tasks;
  private final EndedThreads threads = new EndedThreads();

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

  /**
   * What its threads ran so far, ns, or {@link ProcessUsage#UNKNOWN}. A thread that began since the
   * last reading counts in full; what one that has ended ran since is not seen.
   */
  public long nanos() {
    if (tasks == null) {
      return ProcessUsage.UNKNOWN;
    }
    threads.begin();
    boolean isThere = false;
    try (DirectoryStream<Path> each = Files.newDirectoryStream(tasks)) {
      for (Path thread : each) {
        long id = ProcFiles.leadingNumber(thread.getFileName().toString());
        long ran = ProcFiles.leadingNumber(ProcFiles.firstLine(thread.resolve("schedstat")));
        threads.add(id, ran);
        isThere |= ProcessUsage.isKnown(ran);
      }
    } catch (IOException | DirectoryIteratorException gone) {
      isThere = false;
    }
    threads.end();
    return isThere ? threads.total() : ProcessUsage.UNKNOWN;
  }
}
