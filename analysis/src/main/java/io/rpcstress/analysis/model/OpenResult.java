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
 * @param server what tells the server's process from others of the same technology; null where
 *     unknown
 * @param calls where the calls went
 * @param response time of good calls, from when each was due
 * @param service time of the same calls, from when each was started
 * @param fastestUs response time of the fastest good call; null where no histogram was kept
 * @param cost of its counted calls
 * @param flags what makes the run doubtful
 */
public record OpenResult(
    Point point,
    int type,
    double offeredPerSecond,
    double achievedPerSecond,
    String starting,
    @Nullable String server,
    CallCounts calls,
    Latency response,
    Latency service,
    @Nullable Double fastestUs,
    Cost cost,
    List<String> flags) {

  private static final double MICROS_PER_MILLI = 1_000;

  /**
   * What the counted calls of a run cost together. Null means unknown.
   *
   * @param clientCpuMs processor time of the client's process, ms
   * @param serverCpuMs processor time of the server's process, ms
   * @param bytesOut that left the client
   * @param bytesIn that arrived there
   * @param connectionPolicy how connections are made; empty where unknown
   */
  public record Cost(
      @Nullable Double clientCpuMs,
      @Nullable Double serverCpuMs,
      @Nullable Double bytesOut,
      @Nullable Double bytesIn,
      String connectionPolicy) {

    /** Of a run of which nobody knows. */
    public static final Cost UNKNOWN = new Cost(null, null, null, null, "");
  }

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

  /**
   * What was asked for: its processes draw from seeds of their own, and so do two sweeps. How many
   * calls are due follows from rate, time and seed, so that it is no part of it: of a Poisson
   * process each seed has another number.
   *
   * @param point of a run of an open loop
   */
  public static Point load(Point point) {
    OfferedLoad offered = point.offered();
    return offered == null
        ? point.cell()
        : new Point(
            point.technology(),
            point.variant(),
            point.threadNum(),
            Math.multiplyExact(offered.rate(), offered.seconds()),
            point.requestMode(),
            0,
            offered.drawnFrom(0),
            point.dimensions());
  }

  /** What was offered. */
  public OfferedLoad offered() {
    OfferedLoad offered = point.offered();
    if (offered == null) {
      throw new IllegalStateException("checked when it was made");
    }
    return offered;
  }

  /** Processor time of the client for a good call, us; null where unknown, or none was good. */
  public @Nullable Double clientCpuUs() {
    return perCall(cost.clientCpuMs(), MICROS_PER_MILLI);
  }

  /** Processor time of the server for a good call, us; null where unknown, or none was good. */
  public @Nullable Double serverCpuUs() {
    return perCall(cost.serverCpuMs(), MICROS_PER_MILLI);
  }

  /** Bytes over the wire for a good call, both ways; null where unknown, or none was good. */
  public @Nullable Double bytes() {
    return perCall(SteadyCost.sum(cost.bytesOut(), cost.bytesIn()), 1);
  }

  private @Nullable Double perCall(@Nullable Double total, double factor) {
    return total == null || calls.ok() == 0 ? null : (Double) (total / calls.ok() * factor);
  }

  /** The technology and variant. */
  public Series series() {
    return new Series(type, point.technology(), point.variant(), point.dimensions());
  }
}
