package io.rpcstress.server.base;

import io.rpcstress.contract.Message;
import io.rpcstress.contract.ServerVariant;
import io.rpcstress.contract.TlsSide;
import io.rpcstress.server.base.services.ServiceSetup;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A technology's options at its start.
 *
 * @param address where to listen; port 0 is any free one
 * @param variant as in its official example, or as its experts would run it; the latter only where
 *     {@link Offer.Part#TUNED}
 * @param maxConnections connections that may be open at a time; more are refused
 * @param drain how long a stop may take
 * @param services which services of an operation that spans several it is; of matter only where
 *     {@link Offer.Part#ROLES}
 * @param messages answers messages; of matter only where {@link Offer.Part#MESSAGES}
 * @param tls what connections are encrypted with, where {@link Offer.Part#TLS}; null for plain ones
 */
public record ServerOptions(
    InetSocketAddress address,
    ServerVariant variant,
    int maxConnections,
    Duration drain,
    ServiceSetup services,
    Message.Service messages,
    @Nullable TlsSide tls) {

  public boolean tuned() {
    return variant == ServerVariant.TUNED;
  }
}
