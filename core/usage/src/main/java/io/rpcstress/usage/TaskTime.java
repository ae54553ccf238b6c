package io.rpcstress.usage;

import static io.rpcstress.usage.ProcessUsage.UNKNOWN;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;

/**
 * How long processors ran tasks of any process, in ns instead of ticks. The kernel brings these
 * accounts up to date at every tick of its own (1 to 10 ms) and whenever a processor takes another
 * task, so a reading lags by at most that for each processor. Which account there is depends on the
 * kernel and on how the control groups are mounted:
 *
 * <ol>
 *   <li>the root group of {@code cpuacct} in version 1, which has one for each processor;
 *   <li>in version 2 the groups right below the root, together: the root's own is a sum of ticks.
 *       It has none for a single processor, so it serves only a process that may use them all;
 *   <li>{@code /proc/schedstat}, where the kernel keeps it. It books a task's time when the task
 *       leaves the processor.
 * </ol>
 */
final class TaskTime {

  private static final String PER_PROCESSOR = "cpuacct.usage_percpu";
  private static final long NANOS_PER_MICRO = 1_000;

  /** Groups below the root that are read; a host of services has about ten. */
  private static final int MAX_GROUPS = 4_096;

  /** Of a cpu line in schedstat, behind its name: ns that tasks ran. The same since version 14. */
  private static final int SCHEDSTAT_RUN = 6;

  private TaskTime() {}

  /**
   * The time now.
   *
   * @param all whether the host has no others
   * @return ns since boot; {@link ProcessUsage#UNKNOWN} where this host has no such account
   */
  static long nanos(Path root, BitSet processors, boolean all) {
    Cgroup cgroup = new Cgroup(root);
    long nanos = perProcessor(cgroup.rootOf("cpuacct"), processors);
    if (!ProcessUsage.isKnown(nanos) && all) {
      nanos = ofGroups(cgroup.unifiedRoot());
    }
    return ProcessUsage.isKnown(nanos) ? nanos : schedstat(root, processors);
  }

  private static long perProcessor(List<Path> roots, BitSet processors) {
    for (Path group : roots) {
      String line = ProcFiles.firstLine(group.resolve(PER_PROCESSOR));
      if (line == null) {
        continue;
      }
      String[] each = line.split(" +", -1);
      long sum = 0;
      for (int cpu = processors.nextSetBit(0); cpu >= 0; cpu = processors.nextSetBit(cpu + 1)) {
        long nanos = cpu < each.length ? ProcFiles.leadingNumber(each[cpu]) : UNKNOWN;
        if (!ProcessUsage.isKnown(nanos)) {
          return UNKNOWN;
        }
        sum += nanos;
      }
      return sum;
    }
    return UNKNOWN;
  }

  private static long ofGroups(List<Path> roots) {
    for (Path top : roots) {
      long sum = UNKNOWN;
      int read = 0;
      try (DirectoryStream<Path> groups = Files.newDirectoryStream(top, Files::isDirectory)) {
        for (Path group : groups) {
          long micros =
              ProcFiles.leadingNumber(
                  ProcFiles.after("usage_usec ", ProcFiles.lines(group.resolve("cpu.stat"))));
          if (ProcessUsage.isKnown(micros) && read++ < MAX_GROUPS) {
            sum = Math.max(0, sum) + micros * NANOS_PER_MICRO;
          }
        }
      } catch (IOException | SecurityException unreadable) {
        continue;
      }
      if (ProcessUsage.isKnown(sum) && read <= MAX_GROUPS) {
        return sum;
      }
    }
    return UNKNOWN;
  }

  private static long schedstat(Path root, BitSet processors) {
    long sum = 0;
    int found = 0;
    for (String line : ProcFiles.lines(root.resolve("proc/schedstat"))) {
      if (!line.matches("cpu[0-9]{1,5} .*")) {
        continue;
      }
      String[] words = line.trim().split(" +", -1);
      if (!processors.get(Integer.parseInt(words[0].substring("cpu".length())))) {
        continue;
      }
      long nanos =
          words.length > SCHEDSTAT_RUN + 1
              ? ProcFiles.leadingNumber(words[SCHEDSTAT_RUN + 1])
              : UNKNOWN;
      if (!ProcessUsage.isKnown(nanos)) {
        return UNKNOWN;
      }
      sum += nanos;
      found++;
    }
    return found > 0 && found == processors.cardinality() ? sum : UNKNOWN;
  }
}
