package io.rpcstress.rpcx.server;

import io.netty.channel.Channel;
import io.netty.handler.ssl.SslHandler;
import io.rpcstress.rpcx.Authenticator;
import io.rpcstress.rpcx.Peer;
import java.net.InetSocketAddress;
import java.security.Principal;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/** Finds out who is at the other end of a connection. Thread-safe, as it has no state. */
final class Identification {
  private Identification() {}

  /**
   * Asks the application whether a client may connect, and as whom.
   *
   * @param token the client's, "" without one
   * @return who it is, or null if it is refused
   */
  static @Nullable Peer identify(
      Channel channel, String token, ServerSettings settings, FailureLog.Lazy log) {
    try {
      Predicate<String> tokens = settings.tokens();
      if (tokens != null && !tokens.test(token)) {
        return null;
      }
      InetSocketAddress address =
          channel.remoteAddress() instanceof InetSocketAddress known ? known : null;
      List<X509Certificate> certificates = certificates(channel);
      Principal principal =
          certificates.isEmpty() ? null : certificates.get(0).getSubjectX500Principal();
      Authenticator authenticator = settings.authenticator();
      if (authenticator != null) {
        principal =
            authenticator.authenticate(new Authenticator.Credentials(token, certificates, address));
        if (principal == null) {
          return null;
        }
      }
      return new Peer(address, principal, certificates);
    } catch (Throwable t) {
      log.get().failed("authenticate", t, Level.ERROR);
      return null;
    }
  }

  private static List<X509Certificate> certificates(Channel channel) {
    SslHandler tls = channel.pipeline().get(SslHandler.class);
    if (tls == null) {
      return List.of();
    }
    List<X509Certificate> proved = new ArrayList<>();
    try {
      for (Certificate certificate : tls.engine().getSession().getPeerCertificates()) {
        if (certificate instanceof X509Certificate known) {
          proved.add(known);
        }
      }
    } catch (SSLPeerUnverifiedException e) {
      // It showed none, since none was requested.
    }
    return proved;
  }
}
