package io.rpcstress.usage;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The limits that control groups put on this process, versions 1 and 2: the smallest on the way
 * from its group up to the mounted root. /proc/meminfo and /proc/cpuinfo know nothing of them.
 */
record Cgroup(Path root) {
  /** The answer where a group is readable and none of them limits. */
  static final String NONE = "none";

  /** Version 1 writes "no limit" as a number near 2^63; no host has a byte more than this. */
  private static final long V1_UNLIMITED = 1L << 60;

  private static final long NANOS_PER_MICRO = 1_000;

  /** The memory limit in bytes, {@link #NONE}, or null where no group could be read. */
  @Nullable String memoryLimitBytes() {
    long smallest = Long.MAX_VALUE;
    boolean read = false;
    for (Path group : groups("memory")) {
      for (String name : List.of("memory.max", "memory.limit_in_bytes")) {
        String text = ProcFiles.firstLine(group.resolve(name));
        if (text == null) {
          continue;
        }
        read = true;
        long limit = ProcFiles.leadingNumber(text);
        if (ProcessUsage.isKnown(limit) && limit < V1_UNLIMITED) {
          smallest = Math.min(smallest, limit);
        }
      }
    }
    return smallest < Long.MAX_VALUE ? Long.toString(smallest) : read ? NONE : null;
  }

  /** The CPU quota in CPUs (two decimals), {@link #NONE}, or null where no group could be read. */
  @Nullable String cpuQuota() {
    CpuLimit limit = cpuLimit();
    if (limit != null) {
      return String.format(Locale.ROOT, "%.2f", limit.cpus());
    }
    return cpuLimits().isEmpty() ? null : NONE;
  }

  /** The group whose CPU quota is the smallest; null where none has one. */
  @Nullable CpuLimit cpuLimit() {
    CpuLimit smallest = null;
    for (CpuLimit each : cpuLimits()) {
      if (each.cpus() < (smallest == null ? Double.MAX_VALUE : smallest.cpus())) {
        smallest = each;
      }
    }
    return smallest;
  }

  /** A group, and its CPU quota in CPUs, {@link Double#MAX_VALUE} where it has none. */
  record CpuLimit(Path folder, double cpus) {}

  private List<CpuLimit> cpuLimits() {
    List<CpuLimit> limits = new ArrayList<>();
    for (Path group : groups("cpu")) {
      String max = ProcFiles.firstLine(group.resolve("cpu.max"));
      String quota = ProcFiles.firstLine(group.resolve("cpu.cfs_quota_us"));
      String period = ProcFiles.firstLine(group.resolve("cpu.cfs_period_us"));
      if (max != null) {
        String[] both = max.split(" ", -1);
        quota = both[0];
        period = both.length > 1 ? both[1] : null;
      }
      if (quota == null) {
        continue;
      }
      long micros = ProcFiles.leadingNumber(quota);
      long perMicros = ProcFiles.leadingNumber(period);
      boolean limited = micros > 0 && perMicros > 0;
      limits.add(new CpuLimit(group, limited ? (double) micros / perMicros : Double.MAX_VALUE));
    }
    return limits;
  }

  /**
   * CPU time of the group with the smallest quota and of all groups in it, ns, as its own
   * accounting has it: exact, not in ticks. Unknown where it has none.
   */
  long usedNanos(CpuLimit limit) {
    long micros =
        ProcFiles.leadingNumber(
            ProcFiles.after("usage_usec ", ProcFiles.lines(limit.folder().resolve("cpu.stat"))));
    if (ProcessUsage.isKnown(micros)) {
      return micros * NANOS_PER_MICRO;
    }
    // Version 1: accounting is a controller of its own, often but not always mounted with cpu.
    for (Path group : groups("cpuacct")) {
      if (group.getFileName().equals(limit.folder().getFileName())) {
        return ProcFiles.leadingNumber(ProcFiles.firstLine(group.resolve("cpuacct.usage")));
      }
    }
    return ProcessUsage.UNKNOWN;
  }

  /**
   * Where the group of all processes of the host is mounted, of a version 1 controller; empty where
   * only a part of the groups is visible, as in most containers.
   */
  List<Path> rootOf(String controller) {
    return roots(mount -> !mount.version2() && mount.carries(controller), "release_agent", true);
  }

  /** As above, of version 2. */
  List<Path> unifiedRoot() {
    return roots(Mount::version2, "cgroup.type", false);
  }

  /** The kernel gives the real root a file that no other group has, or spares it one. */
  private List<Path> roots(Predicate<Mount> which, String file, boolean atRoot) {
    List<Path> found = new ArrayList<>();
    for (String line : ProcFiles.lines(root.resolve("proc/self/mountinfo"))) {
      Mount mount = Mount.parse(line);
      if (mount == null || !which.test(mount) || !mount.group().equals("/")) {
        continue;
      }
      Path top = root.resolve(mount.point().substring(1));
      if (Files.isDirectory(top) && Files.exists(top.resolve(file)) == atRoot) {
        found.add(top);
      }
    }
    return found;
  }

  /** This process' group for a controller and the groups above it, innermost first. */
  private List<Path> groups(String controller) {
    List<Path> groups = new ArrayList<>();
    for (String line : ProcFiles.lines(root.resolve("proc/self/mountinfo"))) {
      Mount mount = Mount.parse(line);
      if (mount == null || !mount.carries(controller)) {
        continue;
      }
      String path = pathOf(controller, mount.version2());
      if (path == null) {
        continue;
      }
      // A container without a cgroup namespace sees the host's path but mounts its own group.
      String below =
          mount.group().equals("/")
              ? path
              : path.startsWith(mount.group()) ? path.substring(mount.group().length()) : "";
      Path top = root.resolve(mount.point().substring(1));
      Path group = top.resolve(below.replaceFirst("^/+", "")).normalize();
      while (group != null && group.startsWith(top)) {
        groups.add(group);
        group = group.getParent();
      }
    }
    return groups;
  }

  private @Nullable String pathOf(String controller, boolean version2) {
    for (String line : ProcFiles.lines(root.resolve("proc/self/cgroup"))) {
      String[] parts = line.split(":", 3);
      if (parts.length < 3) {
        continue;
      }
      boolean mine =
          version2
              ? parts[0].equals("0") && parts[1].isEmpty()
              : Arrays.asList(parts[1].split(",", -1)).contains(controller);
      if (mine) {
        return parts[2];
      }
    }
    return null;
  }

  /** One line of mountinfo: which group is mounted where, and what it controls. */
  private record Mount(String group, String point, boolean version2, String options) {
    static @Nullable Mount parse(String line) {
      int dash = line.indexOf(" - ");
      String[] left = line.split(" ", -1);
      if (dash < 0 || left.length < 5) {
        return null;
      }
      String[] right = line.substring(dash + 3).split(" ", -1);
      boolean version2 = right[0].equals("cgroup2");
      if (right.length < 3 || !(version2 || right[0].equals("cgroup"))) {
        return null;
      }
      return new Mount(left[3], left[4], version2, right[2]);
    }

    boolean carries(String controller) {
      return version2 || Arrays.asList(options.split(",", -1)).contains(controller);
    }
  }
}
