package io.rpcstress.server.base.services;

import io.rpcstress.server.base.address.GivenAddress;
import java.net.InetSocketAddress;

/**
 * Where another service of the same operation is.
 *
 * @param calls where it takes calls; resolved
 * @param usagePort where it reports what it used, on the same host
 */
public record PeerAddress(InetSocketAddress calls, int usagePort) {

  /** Its host as an address, for a technology that takes text; without brackets. */
  public String host() {
    return calls.getAddress().getHostAddress();
  }

  public int port() {
    return calls.getPort();
  }

  /** As in a URI: {@code 10.0.0.5:9201}, with brackets around an IPv6 address. */
  public String authority() {
    return GivenAddress.text(calls);
  }

  /** Where its usage is, in the same form. */
  public String usage() {
    return GivenAddress.text(new InetSocketAddress(calls.getAddress(), usagePort));
  }
}
