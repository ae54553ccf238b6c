package io.rpcstress.rpcx;

import java.net.InetSocketAddress;
import java.security.Principal;
import java.security.cert.X509Certificate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The client of a connection, as its service centre knows it. The same object for all calls of one
 * connection. Immutable and thread-safe.
 *
 * @param address where it connects from, or null if no connection is known
 * @param principal who it is: what {@link ServiceCentre.Builder#identify} returns, else the subject
 *     of its certificate; null if neither is there
 * @param certificates what it proved in mutual TLS, its own certificate first; else empty
 */
public record Peer(
    @Nullable InetSocketAddress address,
    @Nullable Principal principal,
    List<X509Certificate> certificates) {
  /** A client of which nothing is known. */
  public static final Peer UNKNOWN = new Peer(null, null, List.of());

  /** Makes the certificates unmodifiable. */
  public Peer {
    certificates = List.copyOf(certificates);
  }
}
