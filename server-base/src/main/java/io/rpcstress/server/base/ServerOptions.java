package io.rpcstress.server.base;

import io.rpcstress.contract.ServerVariant;
import java.net.InetSocketAddress;
import java.time.Duration;

/**
 * What a technology is told at its start.
 *
 * @param address where to listen; port 0 is any free one
 * @param variant as in its official example, or as its experts would run it; the latter only where
 *     {@link Server#hasTuned()}
 * @param maxConnections connections that may be open at a time; more are refused
 * @param drain how long a stop may take
 */
public record ServerOptions(
    InetSocketAddress address, ServerVariant variant, int maxConnections, Duration drain) {

  /** Whether the tuned variant was asked for. */
  public boolean tuned() {
    return variant == ServerVariant.TUNED;
  }
}
