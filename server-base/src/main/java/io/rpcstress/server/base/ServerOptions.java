package io.rpcstress.server.base;

import java.net.InetSocketAddress;
import java.time.Duration;

/**
 * What a technology is told at its start.
 *
 * @param address where to listen; port 0 is any free one
 * @param variant as in its official example, or as its experts would run it
 * @param maxConnections connections that may be open at a time; more are refused
 * @param drain how long a stop may take
 */
public record ServerOptions(
    InetSocketAddress address, Variant variant, int maxConnections, Duration drain) {

  /** How a technology is set up. */
  public enum Variant {
    /** As in its official example: what somebody gets who starts today. */
    EXAMPLE,
    /** As its experts would run it; each server's documentation says what that changes. */
    TUNED
  }

  /** Whether the tuned variant was asked for. */
  public boolean tuned() {
    return variant == Variant.TUNED;
  }
}
