package io.rpcstress.engine.point;

import io.rpcstress.usage.ProcessUsage;
import java.util.concurrent.TimeUnit;

/** How much CPU time can be that of a run: not more than its processors had. */
final class CpuLimit {

  /** CPU time is believed up to this multiple of what the processors had. */
  private static final double TOLERANCE = 1.05;

  /** And this beyond it, ns: by a tick of the kernel a thread lags that runs while it is read. */
  private static final long LAG_NANOS = TimeUnit.MILLISECONDS.toNanos(4);

  private CpuLimit() {}

  /** Whether it is more than that; never where one of the two is unknown. */
  static boolean isBeyond(long cpuNanos, long maxNanos) {
    return ProcessUsage.isKnown(cpuNanos)
        && ProcessUsage.isKnown(maxNanos)
        && cpuNanos > maxNanos * TOLERANCE + LAG_NANOS;
  }
}
