package io.rpcstress.rpcx;

import java.net.InetSocketAddress;
import java.security.Principal;
import java.security.cert.X509Certificate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides who a client is, once per connection, when its HELLO has come. Called on the event loop,
 * so it must not wait; must be thread-safe.
 *
 * <pre>{@code
 * ServiceCentre.builder().identify(shown -> users.byToken(shown.token()))
 * }</pre>
 */
@FunctionalInterface
public interface Authenticator {
  /**
   * Decides who a client is.
   *
   * @param shown what the client shows
   * @return who it is, or null to refuse the connection as {@link StatusCode#UNAUTHENTICATED}
   * @throws Exception to refuse it, too; the log says why, the client receives no reason
   */
  @Nullable Principal authenticate(Credentials shown) throws Exception;

  /**
   * What a client shows of itself.
   *
   * @param token the client's token, "" without one
   * @param certificates what it proved in mutual TLS, its own certificate first; else empty
   * @param address where it connects from, or null if that is not known any more
   */
  record Credentials(
      String token, List<X509Certificate> certificates, @Nullable InetSocketAddress address) {
    /** All but the token, which belongs in no log. */
    @Override
    public String toString() {
      return "credentials of " + address;
    }
  }
}
