package io.rpcstress.measure;

import org.jspecify.annotations.Nullable;

/**
 * What one run cost on both hosts and on the wire. Steadier than throughput on a noisy machine.
 * Null means unknown, and is empty in a file; it is never 0.
 *
 * @param clientCpuMs processor time of the client's process, ms
 * @param clientCtxSwitches context switches of all its threads, voluntary or not
 * @param clientAllocBytes bytes allocated on its heap
 * @param clientGcMs time in its garbage collections, ms
 * @param serverCpuMs processor time of the server's process, ms
 * @param serverCtxSwitches context switches of all the server's threads
 * @param serverRssKb resident memory of the server after the run, KiB
 * @param bytesOut bytes that left the client's interface, all headers, link layer included
 * @param bytesIn bytes that arrived at it
 * @param packetsOut packets that left
 * @param packetsIn packets that arrived
 */
public record Cost(
    @Nullable Double clientCpuMs,
    @Nullable Long clientCtxSwitches,
    @Nullable Long clientAllocBytes,
    @Nullable Long clientGcMs,
    @Nullable Double serverCpuMs,
    @Nullable Long serverCtxSwitches,
    @Nullable Long serverRssKb,
    @Nullable Long bytesOut,
    @Nullable Long bytesIn,
    @Nullable Long packetsOut,
    @Nullable Long packetsIn) {

  /** Nothing known. */
  public static final Cost UNKNOWN =
      new Cost(null, null, null, null, null, null, null, null, null, null, null);
}
