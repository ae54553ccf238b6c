package io.rpcstress.analysis.model;

import org.jspecify.annotations.Nullable;

/**
 * What one good call cost, over the warm runs together: the sum over runs by the good calls of the
 * same runs. Null where a run did not know it.
 *
 * @param clientCpuUs processor time of the client's process, us
 * @param clientCtxSwitches context switches of its threads
 * @param clientAllocBytes bytes allocated on its heap
 * @param serverCpuUs processor time of the server's process, us
 * @param serverCtxSwitches context switches of the server's threads
 * @param bytesOut bytes that left the client's interface, headers included
 * @param bytesIn bytes that arrived
 * @param packetsOut packets that left
 * @param packetsIn packets that arrived
 * @param serverRssKb the server's resident memory, KiB: the highest of the runs, not by call
 * @param clientGcMs the client's time in garbage collections, ms: of all runs, not by call
 */
public record CostPerCall(
    @Nullable Double clientCpuUs,
    @Nullable Double clientCtxSwitches,
    @Nullable Double clientAllocBytes,
    @Nullable Double serverCpuUs,
    @Nullable Double serverCtxSwitches,
    @Nullable Double bytesOut,
    @Nullable Double bytesIn,
    @Nullable Double packetsOut,
    @Nullable Double packetsIn,
    @Nullable Long serverRssKb,
    @Nullable Long clientGcMs) {

  /** Nothing known. */
  public static final CostPerCall UNKNOWN =
      new CostPerCall(null, null, null, null, null, null, null, null, null, null, null);
}
