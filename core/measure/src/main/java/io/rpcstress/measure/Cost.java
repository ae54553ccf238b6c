package io.rpcstress.measure;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.rpcstress.measure.RecordCells.Cell;
import org.jspecify.annotations.Nullable;

/**
 * What one run cost on both hosts and on the wire. Steadier than throughput on a noisy machine.
 * Null means unknown, and is empty in a file; it is never 0. As JSON it has one level, with the
 * names of result files, but for the proxy.
 */
public record Cost(
    @JsonUnwrapped(prefix = "client") @Cell("client") ProcessCost client,
    @JsonUnwrapped(prefix = "server") @Cell("server") ProcessCost server,
    @JsonUnwrapped WireCost wire,
    @Cell("proxy") ProxyShare proxy) {

  public static final Cost UNKNOWN =
      new Cost(ProcessCost.UNKNOWN, ProcessCost.UNKNOWN, WireCost.UNKNOWN, ProxyShare.NONE);

  /**
   * Processor time of client and server together, ms.
   *
   * @param carried whether what lies between them is a part of it
   * @return null where a part is not known
   */
  public @Nullable Double cpuMs(boolean carried) {
    Double ofClient = client.cpuMs();
    Double ofServer = server.cpuMs();
    Double between = carried ? proxy.cpuMs() : (Double) 0.0;
    return ofClient == null || ofServer == null || between == null
        ? null
        : (Double) (ofClient + ofServer + between);
  }

  /**
   * What one process, the client's or the server's, used in one run. Null means unknown, and is
   * empty in a file; it is never 0.
   *
   * @param ctxSwitches context switches of all its threads, voluntary or not
   * @param rssKb resident memory after the run, KiB
   */
  public record ProcessCost(
      @JsonProperty("CpuMs") @Nullable Double cpuMs,
      @JsonProperty("CtxSwitches") @Nullable Long ctxSwitches,
      @JsonProperty("AllocBytes") @Nullable Long allocBytes,
      @JsonProperty("GcMs") @Nullable Long gcMs,
      @JsonProperty("CompileMs") @Nullable Long compileMs,
      @JsonProperty("RssKb") @Nullable Long rssKb) {

    public static final ProcessCost UNKNOWN = new ProcessCost(null, null, null, null, null, null);
  }

  /**
   * What one run put on the wire, as the client's host counts it. Null means unknown, and is empty
   * in a file; it is never 0.
   *
   * @param bytesOut bytes that left the client's interface, all headers, link layer included
   * @param countedBy what counted bytes and packets: {@link #INTERFACE} or {@link #SOCKET}
   */
  public record WireCost(
      @Nullable Long bytesOut,
      @Nullable Long bytesIn,
      @Nullable Long packetsOut,
      @Nullable Long packetsIn,
      @JsonProperty("bytesFrom") @Cell("bytesFrom") @Nullable String countedBy) {

    /** Bytes are the interface's: with all headers, and with what else went over it. */
    public static final String INTERFACE = "interface";

    /** Bytes are the connections': what the protocol wrote and read, without headers. */
    public static final String SOCKET = "socket";

    public static final WireCost UNKNOWN = new WireCost(null, null, null, null, null);
  }

  /**
   * What the proxy between client and server had of one run. Null means unknown, or that there was
   * none; it is never 0.
   *
   * @param calls that it counted; unknown of one that sees only connections
   * @param connections of clients that it had open after the run
   */
  public record ProxyShare(
      @Nullable Double cpuMs, @Nullable Long calls, @Nullable Long connections) {

    /** Of a run without a proxy, or of which nothing is known. */
    public static final ProxyShare NONE = new ProxyShare(null, null, null);
  }
}
