package io.rpcstress.rpcx;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;

/**
 * Finds the addresses of a host's name, for a client. Called on a thread of its own that may wait,
 * before every attempt to connect; must be thread-safe. Literal addresses are never resolved.
 *
 * <p>Without one, a client asks the JDK, which keeps answers for 30 s and failures for 10 s unless
 * the security properties {@code networkaddress.cache.ttl} and {@code
 * networkaddress.cache.negative.ttl} say otherwise.
 */
@FunctionalInterface
public interface NameResolver {
  /**
   * Resolves a name.
   *
   * @param host a name
   * @return its addresses, at least one, those to be tried first in front
   * @throws UnknownHostException if there are none
   */
  List<InetAddress> resolve(String host) throws UnknownHostException;
}
