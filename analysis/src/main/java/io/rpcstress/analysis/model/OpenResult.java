package io.rpcstress.analysis.model;

import io.rpcstress.measure.CallCounts;
import io.rpcstress.measure.Latency;
import io.rpcstress.measure.OfferedLoad;
import io.rpcstress.measure.Point;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One run of an open loop. Its latencies and a closed loop's never mix. Immutable.
 *
 * @param point of which an {@link OfferedLoad} is a part
 * @param type the technology's number
 * @param offeredPerSecond calls/s that the schedule had
 * @param achievedPerSecond good replies/s
 * @param starting how the calls were started: {@link io.rpcstress.measure.OpenRun#ASYNC} or {@link
 *     io.rpcstress.measure.OpenRun#THREADS}
 * @param calls where the calls went
 * @param response time of good calls, from when each was due
 * @param service time of the same calls, from when each was started
 * @param fastestUs response time of the fastest good call; null where no histogram was kept
 * @param flags what makes the run doubtful
 */
public record OpenResult(
    Point point,
    int type,
    double offeredPerSecond,
    double achievedPerSecond,
    String starting,
    CallCounts calls,
    Latency response,
    Latency service,
    @Nullable Double fastestUs,
    List<String> flags) {

  /**
   * Copies the flags.
   *
   * @throws IllegalArgumentException if the point is a closed loop's
   */
  public OpenResult {
    flags = List.copyOf(flags);
    if (point.offered() == null) {
      throw new IllegalArgumentException(point + " is not of an open loop");
    }
  }

  /** What was offered. */
  public OfferedLoad offered() {
    OfferedLoad offered = point.offered();
    if (offered == null) {
      throw new IllegalStateException("checked when it was made");
    }
    return offered;
  }

  /** The technology and variant. */
  public Series series() {
    return new Series(type, point.technology(), point.variant(), point.dimensions());
  }
}
