package io.rpcstress.rpcx.client;

import io.rpcstress.rpcx.Balancing;
import io.rpcstress.rpcx.ClientInterceptor;
import io.rpcstress.rpcx.Limits;
import io.rpcstress.rpcx.NameResolver;
import io.rpcstress.rpcx.tls.TlsContexts;
import io.rpcstress.rpcx.value.OwnCodecs;
import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a client was built with.
 *
 * @param address the server, or null to use that of the annotations
 * @param port the server's port, or 0 to use that of the annotations
 * @param addresses unresolved names and ports of all servers of one service; instead of the two if
 *     not empty
 * @param inProcess the name that the server listens under inside of this process, instead of all
 *     addresses, or null
 * @param balancing the choice among connections
 * @param attempts of a call, the first one included, at least 1
 * @param resolver what finds the addresses of names, or null for the JDK
 * @param connections per address, at least 1
 * @param eventLoops threads for the network, at least 1
 * @param deadlineMillis of calls that name none, in ms
 * @param codecs what the application's classes are carried by
 * @param token who calls, or null
 * @param interceptors what stands around every call, outermost first
 * @param tls encrypts, or null for clear text
 * @param limits the limits
 * @param compressed whether connections offer to compress; not together with TLS
 * @param waitsForRoom whether calls beyond the limit of calls in flight wait within their deadline
 * @param repeatsUnread whether a call is made again of which the server reports that it did not
 *     read it
 * @param forwarded keys of metadata that calls made while serving a call inherit
 */
public record ClientSettings(
    @Nullable String address,
    int port,
    List<InetSocketAddress> addresses,
    @Nullable String inProcess,
    Balancing balancing,
    int attempts,
    @Nullable NameResolver resolver,
    int connections,
    int eventLoops,
    long deadlineMillis,
    OwnCodecs codecs,
    @Nullable String token,
    List<ClientInterceptor> interceptors,
    @Nullable TlsContexts tls,
    Limits limits,
    boolean compressed,
    boolean waitsForRoom,
    boolean repeatsUnread,
    List<String> forwarded) {

  /** The settings without the token, which belongs in no log. */
  @Override
  public String toString() {
    return "address " + address + ", port " + port + ", addresses " + addresses;
  }
}
