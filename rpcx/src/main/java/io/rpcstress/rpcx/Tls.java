package io.rpcstress.rpcx;

import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.File;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Encryption of a connection, TLS 1.3 or 1.2 by the JDK. Files are PEM; keys are PKCS 8 without a
 * password. Immutable.
 *
 * @param certificate this side's certificate and its chain, or null for a client that shows none
 * @param key this side's private key, or null for a client that shows no certificate
 * @param trusted the certificates that the other side's must descend from; null: for a client those
 *     that the JDK trusts, for a server no client certificate is asked for
 */
public record Tls(@Nullable File certificate, @Nullable File key, @Nullable File trusted) {
  private static final String[] PROTOCOLS = {"TLSv1.3", "TLSv1.2"};

  /** Checks that certificate and key come together and that the files can be read. */
  public Tls {
    if ((certificate == null) != (key == null)) {
      throw new IllegalArgumentException("TLS needs a certificate and its key, or neither");
    }
    readable("certificate", certificate);
    readable("key", key);
    readable("trusted", trusted);
  }

  private static void readable(String what, @Nullable File file) {
    if (file != null && !file.canRead()) {
      throw new IllegalArgumentException("TLS: the " + what + " file cannot be read: " + file);
    }
  }

  /**
   * For a server; clients need no certificate.
   *
   * @param certificate the certificate and its chain
   * @param key its private key
   * @return the settings
   */
  public static Tls server(File certificate, File key) {
    return new Tls(certificate, key, null);
  }

  /**
   * For a client. The server's certificate must be for the name or address that is connected to.
   *
   * @param trusted what the server's certificate must descend from, or null for what the JDK trusts
   * @return the settings
   */
  public static Tls client(@Nullable File trusted) {
    return new Tls(null, null, trusted);
  }

  /**
   * For either side of mutual TLS: both show certificates.
   *
   * @param certificate this side's certificate and its chain
   * @param key its private key
   * @param trusted what the other side's certificate must descend from
   * @return the settings
   */
  public static Tls mutual(File certificate, File key, File trusted) {
    return new Tls(certificate, key, trusted);
  }

  /** For the client's side of RPCX: what its pipeline needs. */
  static SslContext clientContext(Tls tls) {
    try {
      SslContextBuilder builder =
          SslContextBuilder.forClient().sslProvider(SslProvider.JDK).protocols(PROTOCOLS);
      if (tls.trusted != null) {
        builder.trustManager(tls.trusted);
      }
      if (tls.certificate != null && tls.key != null) {
        builder.keyManager(tls.certificate, tls.key);
      }
      return builder.build();
    } catch (SSLException e) {
      throw new IllegalArgumentException("TLS cannot be set up: " + e.getMessage(), e);
    }
  }

  /** For the server's side of RPCX: what its pipeline needs. */
  static SslContext serverContext(Tls tls) {
    if (tls.certificate == null || tls.key == null) {
      throw new IllegalArgumentException("TLS: a server needs a certificate and its key");
    }
    try {
      SslContextBuilder builder =
          SslContextBuilder.forServer(tls.certificate, tls.key)
              .sslProvider(SslProvider.JDK)
              .protocols(PROTOCOLS);
      if (tls.trusted != null) {
        builder.trustManager(tls.trusted).clientAuth(ClientAuth.REQUIRE);
      }
      return builder.build();
    } catch (SSLException e) {
      throw new IllegalArgumentException("TLS cannot be set up: " + e.getMessage(), e);
    }
  }
}
