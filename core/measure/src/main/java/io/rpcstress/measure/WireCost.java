package io.rpcstress.measure;

import org.jspecify.annotations.Nullable;

/**
 * What one run put on the wire, as the client's host counts it. Null means unknown, and is empty in
 * a file; it is never 0.
 *
 * @param bytesOut bytes that left the client's interface, all headers, link layer included
 * @param countedBy what counted bytes and packets: {@link #INTERFACE} or {@link #SOCKET}
 */
public record WireCost(
    @Nullable Long bytesOut,
    @Nullable Long bytesIn,
    @Nullable Long packetsOut,
    @Nullable Long packetsIn,
    @Cell("bytesFrom") @Nullable String countedBy) {

  /** Bytes are the interface's: with all headers, and with what else went over it. */
  public static final String INTERFACE = "interface";

  /** Bytes are the connections': what the protocol wrote and read, without headers. */
  public static final String SOCKET = "socket";

  public static final WireCost UNKNOWN = new WireCost(null, null, null, null, null);
}
