package io.rpcstress.usage;

import static io.rpcstress.usage.ProcessUsage.UNKNOWN;

import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What the processors did that this process may use: those that its affinity allows, and of the
 * control group that limits it, where a CPU quota leaves it less than those. A reading's counters
 * only grow; {@link #since} and {@link #plus} give the growth over one window or several.
 *
 * <p>Busy is what was not idle, so the time that a hypervisor gave to other guests counts as busy,
 * and as others'. The kernel counts in ticks of 10 ms, rounded for each processor, which is enough
 * from {@link #MIN_NANOS} on. For a shorter window the accounts in ns serve (see {@link TaskTime}),
 * held within what the ticks allow; they do not see a hypervisor's other guests. Below {@link
 * #MIN_EXACT_NANOS}, or without such an account, the shares are empty.
 *
 * @param wallNanos when it was read, or how long the windows were, ns
 * @param processors that this process may use; 0 where the kernel does not report them
 * @param idleTicks of those processors, idle or waiting for a disk
 * @param interruptTicks of those processors, serving interrupts; also part of what is busy
 * @param taskNanos of those processors, running tasks, ns; {@link ProcessUsage#UNKNOWN} where the
 *     host has no such account
 * @param quotaCpus CPUs that the control group may use, {@link Double#MAX_VALUE} without a limit
 * @param groupNanos CPU time of that group, ns; {@link ProcessUsage#UNKNOWN} where unknown
 */
public record HostCpu(
    long wallNanos,
    int processors,
    long idleTicks,
    long interruptTicks,
    long taskNanos,
    double quotaCpus,
    long groupNanos) {

  /**
   * The shortest time whose shares are known from ticks, ns: two ticks too many or too few are 4 %
   * of it.
   */
  public static final long MIN_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  /**
   * The shortest time whose shares are known from the accounts in ns: those lag by a tick of the
   * kernel, 4 ms on most, for each processor, which is 8 % of it at worst.
   */
  public static final long MIN_EXACT_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  public static final HostCpu NOTHING_KNOWN =
      new HostCpu(0, 0, UNKNOWN, UNKNOWN, UNKNOWN, Double.MAX_VALUE, UNKNOWN);

  /** A tick as the kernel shows it: USER_HZ is 100 wherever a JVM runs. */
  private static final long NANOS_PER_TICK = TimeUnit.MILLISECONDS.toNanos(10);

  /** The period of a quota unless an administrator chose another one: the kernel's default. */
  private static final long QUOTA_PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** Idle time and waiting for a disk are each cut to whole ticks. */
  private static final int ROUNDED_TICKS = 2;

  /** No machine has more; what a file claims beyond it is not believed. */
  private static final int MAX_PROCESSORS = 1 << 16;

  private static final double PERCENT = 100;

  // Columns of a cpu line in /proc/stat, behind its name.
  private static final int IDLE = 3;
  private static final int WAITING = 4;
  private static final int INTERRUPT = 5;
  private static final int SOFT_INTERRUPT = 6;

  /**
   * Reads the counters now. Opens a few small files, so keep it outside the clock. Like a reading
   * of {@link ProcessUsage}, it is not counted in this process' usage.
   */
  public static HostCpu read() {
    return ProcessUsage.uncounted(() -> read(Path.of("/"), System.nanoTime()));
  }

  static HostCpu read(Path root, long nanos) {
    List<String> status = ProcFiles.lines(root.resolve("proc/self/status"));
    BitSet allowed = cpuList(ProcFiles.after("Cpus_allowed_list:", status));
    BitSet counted = new BitSet();
    boolean all = true;
    long idle = 0;
    long interrupts = 0;
    for (String line : ProcFiles.lines(root.resolve("proc/stat"))) {
      if (!line.matches("cpu[0-9]{1,5} .*")) {
        continue;
      }
      String[] words = line.trim().split(" +", -1);
      int cpu = Integer.parseInt(words[0].substring("cpu".length()));
      if ((!allowed.isEmpty() && !allowed.get(cpu)) || words.length <= SOFT_INTERRUPT + 1) {
        all = false;
        continue;
      }
      counted.set(cpu);
      idle += ticks(words, IDLE) + ticks(words, WAITING);
      interrupts += ticks(words, INTERRUPT) + ticks(words, SOFT_INTERRUPT);
    }
    int processors = counted.cardinality();
    if (processors == 0) {
      return NOTHING_KNOWN;
    }
    long tasks = TaskTime.nanos(root, counted, all);
    Cgroup cgroup = new Cgroup(root);
    Cgroup.CpuLimit limit = cgroup.cpuLimit();
    if (limit == null || limit.cpus() >= processors) {
      return new HostCpu(nanos, processors, idle, interrupts, tasks, Double.MAX_VALUE, UNKNOWN);
    }
    return new HostCpu(
        nanos, processors, idle, interrupts, tasks, limit.cpus(), cgroup.usedNanos(limit));
  }

  private static long ticks(String[] words, int column) {
    return Math.max(0, ProcFiles.leadingNumber(words[column + 1]));
  }

  /** Reads "0-3,8,10-11"; empty where it is unreadable: then every processor counts. */
  private static BitSet cpuList(@Nullable String text) {
    BitSet cpus = new BitSet();
    if (text == null) {
      return cpus;
    }
    for (String part : text.split(",", -1)) {
      int dash = part.indexOf('-');
      long first = ProcFiles.leadingNumber(part);
      long last = dash < 0 ? first : ProcFiles.leadingNumber(part.substring(dash + 1));
      if (first < 0 || last < first || last >= MAX_PROCESSORS) {
        return new BitSet();
      }
      cpus.set((int) first, (int) last + 1);
    }
    return cpus;
  }

  /** The growth since an earlier reading; nothing is known where the limits changed meanwhile. */
  public HostCpu since(HostCpu earlier) {
    if (!sameLimits(earlier)) {
      return NOTHING_KNOWN;
    }
    return new HostCpu(
        wallNanos - earlier.wallNanos,
        processors,
        Math.max(0, idleTicks - earlier.idleTicks), // the kernel's idle time may step back a tick
        Math.max(0, interruptTicks - earlier.interruptTicks),
        ProcessUsage.difference(taskNanos, earlier.taskNanos),
        quotaCpus,
        ProcessUsage.difference(groupNanos, earlier.groupNanos));
  }

  /** Two windows' growth together; nothing is known where the limits changed between them. */
  public HostCpu plus(HostCpu other) {
    if (!sameLimits(other)) {
      return NOTHING_KNOWN;
    }
    return new HostCpu(
        wallNanos + other.wallNanos,
        processors,
        idleTicks + other.idleTicks,
        interruptTicks + other.interruptTicks,
        ProcessUsage.sum(taskNanos, other.taskNanos),
        quotaCpus,
        ProcessUsage.sum(groupNanos, other.groupNanos));
  }

  private boolean sameLimits(HostCpu other) {
    return processors > 0
        && processors == other.processors
        && Double.compare(quotaCpus, other.quotaCpus) == 0;
  }

  public boolean hasShares() {
    return processors > 0 && (wallNanos >= MIN_NANOS || isExact());
  }

  /** Whether the shares come from the accounts in ns: where ticks are too coarse. */
  private boolean isExact() {
    return wallNanos < MIN_NANOS && wallNanos >= MIN_EXACT_NANOS && ProcessUsage.isKnown(taskNanos);
  }

  /**
   * The most CPU time that one process can have used here: all processors that it may use, all the
   * time. A quota is held over its period only, so each end of a window can hold a whole one more.
   *
   * @param nanos how long, ns
   * @return ns; {@link ProcessUsage#UNKNOWN} where the kernel does not report the processors
   */
  public long maxCpuNanos(long nanos) {
    if (processors == 0) {
      return UNKNOWN;
    }
    double ofQuota = quotaCpus * (nanos + 2.0 * QUOTA_PERIOD_NANOS);
    return (long) Math.min((double) nanos * processors, ofQuota);
  }

  /**
   * The share of the processors that all processes kept busy, 0 to 100. Where a quota leaves this
   * process less than the processors, the share of the quota that its group used, if that is more.
   */
  public OptionalDouble busyPercent(long ownNanos) {
    if (!hasShares()) {
      return OptionalDouble.empty();
    }
    long busy = isExact() ? withinTicks() : busyNanos();
    double ofProcessors = busy / (double) (wallNanos * processors);
    double ofQuota = Math.max(groupNanos, ownNanos) / (wallNanos * quotaCpus);
    return percent(Math.max(ofProcessors, ofQuota));
  }

  /**
   * The share of the same that others than this process kept busy, 0 to 100. Time that the kernel
   * booked for interrupts counts as no foreign process: most of it is the load's own packets.
   *
   * @param ownNanos CPU time of this process, and of whom else belongs to the experiment, in the
   *     same windows, ns; unknown gives nothing
   */
  public OptionalDouble foreignPercent(long ownNanos) {
    if (!hasShares() || !ProcessUsage.isKnown(ownNanos)) {
      return OptionalDouble.empty();
    }
    long tasks = isExact() ? withinTicks() : busyNanos() - interruptTicks * NANOS_PER_TICK;
    long others = tasks - ownNanos;
    double ofProcessors = others / (double) (wallNanos * processors);
    double ofQuota =
        ProcessUsage.isKnown(groupNanos) ? (groupNanos - ownNanos) / (wallNanos * quotaCpus) : 0;
    return percent(Math.max(ofProcessors, ofQuota));
  }

  /**
   * What tasks took, no further from the ticks than those are rounded: an account that books a task
   * when it leaves would otherwise book what it took before the window, or nothing at all.
   */
  private long withinTicks() {
    long rounding = ROUNDED_TICKS * NANOS_PER_TICK * processors;
    long least = busyNanos() - interruptTicks * NANOS_PER_TICK - rounding;
    return Math.max(0, Math.max(least, Math.min(taskNanos, busyNanos() + rounding)));
  }

  private long busyNanos() {
    return wallNanos * processors - idleTicks * NANOS_PER_TICK;
  }

  private static OptionalDouble percent(double share) {
    return OptionalDouble.of(PERCENT * Math.max(0, Math.min(1, share)));
  }
}
