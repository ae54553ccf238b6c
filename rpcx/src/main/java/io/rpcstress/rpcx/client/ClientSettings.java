package io.rpcstress.rpcx.client;

import io.netty.handler.ssl.SslContext;
import io.rpcstress.rpcx.ClientInterceptor;
import io.rpcstress.rpcx.Limits;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a client was built with.
 *
 * @param address the server, or null to use what the annotations say
 * @param port the server's port, or 0 to use what the annotations say
 * @param connections per server, at least 1
 * @param eventLoops threads for the network, at least 1
 * @param deadlineMillis of calls that name none, in ms
 * @param token who calls, or null
 * @param interceptors what stands around every call, outermost first
 * @param tls encrypts, or null for clear text
 * @param limits the limits
 */
public record ClientSettings(
    @Nullable String address,
    int port,
    int connections,
    int eventLoops,
    long deadlineMillis,
    @Nullable String token,
    List<ClientInterceptor> interceptors,
    @Nullable SslContext tls,
    Limits limits) {

  /** The settings without the token, which belongs in no log. */
  @Override
  public String toString() {
    return "address " + address + ", port " + port + ", connections " + connections;
  }
}
