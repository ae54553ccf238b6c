package io.rpcstress.engine.point;

import io.rpcstress.usage.HostCpu;
import io.rpcstress.usage.ProcessUsage;
import io.rpcstress.usage.ServerUsage;
import java.util.concurrent.TimeUnit;

/**
 * How much CPU time can be that of a run: not more than its processors had.
 *
 * @param maxNanos what they had, ns; {@link ProcessUsage#UNKNOWN} where they are not known
 */
record CpuLimit(long maxNanos, long processors) {

  /** CPU time is believed up to this multiple of what the processors had. */
  private static final double TOLERANCE = 1.05;

  /**
   * And this beyond it for each processor, ns: by a tick of the kernel a thread lags that runs
   * while it is read, and each processor can run one.
   */
  private static final long LAG_NANOS = TimeUnit.MILLISECONDS.toNanos(4);

  static CpuLimit ofClient(HostCpu host, long nanos) {
    return new CpuLimit(host.maxCpuNanos(nanos), host.processors());
  }

  /**
   * That of a server in so many ns. Of one that does not report its processors nothing is
   * impossible.
   */
  static CpuLimit ofServer(ServerUsage growth, long nanos) {
    long processors = growth.processors();
    return ProcessUsage.isKnown(processors)
        ? new CpuLimit(processors * nanos, processors)
        : new CpuLimit(ProcessUsage.UNKNOWN, 0);
  }

  /** Whether it is more than that; never where one of the two is unknown. */
  boolean isExceededBy(long cpuNanos) {
    return ProcessUsage.isKnown(cpuNanos)
        && ProcessUsage.isKnown(maxNanos)
        && cpuNanos > maxNanos * TOLERANCE + LAG_NANOS * processors;
  }
}
