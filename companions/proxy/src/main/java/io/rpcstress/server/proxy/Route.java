package io.rpcstress.server.proxy;

import io.rpcstress.contract.Carriage;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * What a proxy is to do.
 *
 * @param listen where it listens, with a port
 * @param server where it passes the calls on to, with a port; resolved
 * @param carriage as what it carries them
 * @param connections that clients may have open at a time
 * @param processors how many threads or workers it starts
 */
record Route(
    InetSocketAddress listen,
    InetSocketAddress server,
    Carriage carriage,
    int connections,
    int processors) {

  /** An address as all three configurations take it: brackets around one of IPv6. */
  static String text(InetSocketAddress address) {
    return host(address.getAddress()) + ":" + address.getPort();
  }

  private static String host(InetAddress address) {
    String host = address.getHostAddress();
    return host.indexOf(':') < 0 ? host : "[" + host + "]";
  }
}
