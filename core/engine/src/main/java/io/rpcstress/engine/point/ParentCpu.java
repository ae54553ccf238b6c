package io.rpcstress.engine.point;

import io.rpcstress.engine.load.Meter;
import io.rpcstress.engine.load.NanoClock;
import io.rpcstress.measure.Flag;
import io.rpcstress.usage.ProcessCpu;
import io.rpcstress.usage.ProcessUsage;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What the process that started this one computed on this host between the first gate of a point
 * and the last reply: it has to wait, and nothing else. Confined to the thread that runs the load.
 */
public final class ParentCpu implements Meter {

  /** System property with the number of the process that started this one to measure. */
  public static final String PARENT = "rpcstress.parent";

  /** More than that shows in a measured number, ns. */
  static final long MAX_NANOS = 10_000_000;

  /**
   * In points of more than five seconds, this share of the time: a JVM that only waits wakes up
   * twenty times a second, and takes up to 0.12 % of a processor.
   */
  static final double MAX_SHARE = 0.002;

  private final LongSupplier parent;
  private final NanoClock clock;
  private @Nullable Long first;
  private long opened;
  private long elapsed;
  private long nanos = ProcessUsage.UNKNOWN;

  ParentCpu(LongSupplier parent, NanoClock clock) {
    this.parent = parent;
    this.clock = clock;
  }

  /** Of the process that started this one; unknown where no process did to measure. */
  static ParentCpu ofThisProcess() {
    Long pid = Long.getLong(PARENT);
    ProcessCpu cpu = pid == null ? ProcessCpu.NONE : ProcessCpu.of(pid);
    return new ParentCpu(cpu::nanos, NanoClock.SYSTEM);
  }

  @Override
  public void beforeGate() {
    if (first == null) {
      first = parent.getAsLong();
      opened = clock.nanos();
    }
  }

  @Override
  public void afterLastReply() {
    Long before = first;
    if (before != null) {
      long now = parent.getAsLong();
      boolean isKnown = ProcessUsage.isKnown(before) && now >= before;
      nanos = isKnown ? now - before : ProcessUsage.UNKNOWN;
      elapsed = clock.nanos() - opened;
    }
  }

  /** Since the first gate, up to the last reply so far, ms; null where unknown. */
  @Nullable Double millis() {
    return RowValues.millis(nanos);
  }

  /** What of it makes the run that ended last doubtful. */
  Set<Flag> flags() {
    boolean tooMuch =
        ProcessUsage.isKnown(nanos) && nanos > Math.max(MAX_NANOS, MAX_SHARE * elapsed);
    return tooMuch ? Set.of(Flag.PARENT_CPU) : Set.of();
  }
}
