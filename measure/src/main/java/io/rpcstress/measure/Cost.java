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
 * @param clientCompileMs time of the client's JIT compilers, ms
 * @param serverAllocBytes bytes allocated on the server's heap
 * @param serverGcMs time in the server's garbage collections, ms
 * @param serverCompileMs time of the server's JIT compilers, ms
 * @param bytesFrom what counted bytes and packets: {@link #FROM_INTERFACE} or {@link #FROM_SOCKET}
 * @param proxy what the proxy between them had of it
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
    @Nullable Long packetsIn,
    @Nullable Long clientCompileMs,
    @Nullable Long serverAllocBytes,
    @Nullable Long serverGcMs,
    @Nullable Long serverCompileMs,
    @Nullable String bytesFrom,
    ProxyShare proxy) {

  /** Bytes are the interface's: with all headers, and with what else went over it. */
  public static final String FROM_INTERFACE = "interface";

  /** Bytes are the connections': what the protocol wrote and read, without headers. */
  public static final String FROM_SOCKET = "socket";

  /** Nothing known. */
  public static final Cost UNKNOWN =
      new Cost(null, null, null, null, null, null, null, null, null, null, null);

  /** Of a call that no proxy carried. */
  public Cost(
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
      @Nullable Long packetsIn,
      @Nullable Long clientCompileMs,
      @Nullable Long serverAllocBytes,
      @Nullable Long serverGcMs,
      @Nullable Long serverCompileMs,
      @Nullable String bytesFrom) {
    this(
        clientCpuMs,
        clientCtxSwitches,
        clientAllocBytes,
        clientGcMs,
        serverCpuMs,
        serverCtxSwitches,
        serverRssKb,
        bytesOut,
        bytesIn,
        packetsOut,
        packetsIn,
        clientCompileMs,
        serverAllocBytes,
        serverGcMs,
        serverCompileMs,
        bytesFrom,
        ProxyShare.NONE);
  }

  /** The same with what a proxy had of it. */
  public Cost with(ProxyShare share) {
    return new Cost(
        clientCpuMs,
        clientCtxSwitches,
        clientAllocBytes,
        clientGcMs,
        serverCpuMs,
        serverCtxSwitches,
        serverRssKb,
        bytesOut,
        bytesIn,
        packetsOut,
        packetsIn,
        clientCompileMs,
        serverAllocBytes,
        serverGcMs,
        serverCompileMs,
        bytesFrom,
        share);
  }

  /** What earlier versions knew. */
  public Cost(
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
    this(
        clientCpuMs,
        clientCtxSwitches,
        clientAllocBytes,
        clientGcMs,
        serverCpuMs,
        serverCtxSwitches,
        serverRssKb,
        bytesOut,
        bytesIn,
        packetsOut,
        packetsIn,
        null,
        null,
        null,
        null,
        null);
  }
}
