package io.rpcstress.analysis.model;

import io.rpcstress.measure.SelfWatch;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One row of a point's raw file: a run of a counted loop, a window of a timed one, the counted part
 * of an open one. Names and units are those of the file, whose data dictionary explains them. Null
 * means unknown, or not asked. Immutable.
 *
 * @param order 0 for the first in its process
 * @param tps Eq. 3 of the paper, three decimals
 * @param callsPerSecond good calls a second, three decimals
 * @param callsServed calls that the server counted; null where it was not asked, or started anew
 * @param callsLate good calls that came too late to be accepted; null where no limit was set
 * @param lateAfterUs that limit
 * @param flags that the harness gave it, ascending
 */
public record Run(
    int order,
    long timeTotalUs,
    double tps,
    double callsPerSecond,
    long callsIssued,
    long callsOk,
    long callsFailed,
    long callsTimedOut,
    long callsAbandoned,
    @Nullable Long callsServed,
    @Nullable Long callsLate,
    @Nullable Long lateAfterUs,
    @Nullable Double callsUnderWay,
    @Nullable Double firstP50Us,
    @Nullable Double firstP99Us,
    @Nullable Long clientCpuUs,
    @Nullable Long clientCompileUs,
    @Nullable Long clientGcUs,
    @Nullable Long clientCtxSwitches,
    @Nullable Long clientAllocBytes,
    @Nullable Long clientRssBytes,
    @Nullable Long serverCpuUs,
    @Nullable Long serverCompileUs,
    @Nullable Long serverGcUs,
    @Nullable Long serverCtxSwitches,
    @Nullable Long serverRssBytes,
    @Nullable Long proxyCpuUs,
    @Nullable Long connections,
    @Nullable Long bytesOut,
    @Nullable Long bytesIn,
    @Nullable Long packetsOut,
    @Nullable Long packetsIn,
    @Nullable Double clientHostCpuPercent,
    @Nullable Double clientForeignCpuPercent,
    @Nullable Long clientJitterUs,
    @Nullable Integer steadyFrom,
    List<String> flags) {

  private static final double MICROS_PER_MILLI = 1e3;

  public double timeMs() {
    return timeTotalUs / MICROS_PER_MILLI;
  }

  public long callsNotOk() {
    return callsIssued - callsOk;
  }

  public @Nullable Long bytes() {
    return bytesOut == null || bytesIn == null ? null : (Long) (bytesOut + bytesIn);
  }

  public SelfWatch watch() {
    return new SelfWatch(
        clientHostCpuPercent,
        clientForeignCpuPercent,
        clientJitterUs == null ? null : (Double) (clientJitterUs / MICROS_PER_MILLI));
  }
}
