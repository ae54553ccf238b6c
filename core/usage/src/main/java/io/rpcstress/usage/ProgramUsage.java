package io.rpcstress.usage;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a program that this process started has used, together with the processes that it started
 * itself, such as a proxy's workers. It has no Java accounts: allocation and collections stay
 * unknown. Thread-safe.
 */
public final class ProgramUsage {

  /** {@link System#nanoTime} may be negative, a reading's time may not. */
  private static final long ORIGIN_NANOS = System.nanoTime();

  private final ProcessHandle program;

  /** Those that have ended keep counting with what they had when they were read last. */
  private final Map<Long, TaskReader> readers = new HashMap<>();

  private List<ProcessHandle> living = List.of();

  public ProgramUsage(ProcessHandle program) {
    this.program = program;
  }

  /**
   * Reads the counters: three small files a thread. Which processes there are is looked up again
   * only where one has ended, since a program keeps the workers that it began with.
   */
  public synchronized ProcessUsage read() {
    if (living.isEmpty() || !living.stream().allMatch(ProcessHandle::isAlive)) {
      living = processes();
    }
    long readNanos = System.nanoTime();
    for (ProcessHandle each : living) {
      readers
          .computeIfAbsent(each.pid(), pid -> new TaskReader(folder(pid)))
          .read(TaskReader.Border.AFTER, -1, ProcessUsage.UNKNOWN);
    }
    return new ProcessUsage(
        sum(readers.values().stream().map(TaskReader::cpuNanos).toList()),
        sum(readers.values().stream().map(TaskReader::switches).toList()),
        ProcessUsage.UNKNOWN,
        ProcessUsage.UNKNOWN,
        ProcessUsage.UNKNOWN,
        memory("VmRSS:"),
        memory("VmHWM:"),
        readNanos - ORIGIN_NANOS);
  }

  private List<ProcessHandle> processes() {
    List<ProcessHandle> all = new ArrayList<>();
    if (program.isAlive()) {
      all.add(program);
      program.descendants().forEach(all::add);
    }
    return List.copyOf(all);
  }

  /** Of all that live, KiB; what they share counts for each of them. */
  private long memory(String label) {
    return sum(
        living.stream()
            .map(
                each ->
                    ProcFiles.leadingNumber(
                        ProcFiles.after(
                            label, ProcFiles.lines(folder(each.pid()).resolve("status")))))
            .toList());
  }

  /** Unknown where there is nothing to add up, or a part is not known. */
  private static long sum(List<Long> parts) {
    long sum = 0;
    for (long each : parts) {
      if (!ProcessUsage.isKnown(each)) {
        return ProcessUsage.UNKNOWN;
      }
      sum += each;
    }
    return parts.isEmpty() ? ProcessUsage.UNKNOWN : sum;
  }

  private static Path folder(long pid) {
    return Path.of("/proc", Long.toString(pid));
  }
}
