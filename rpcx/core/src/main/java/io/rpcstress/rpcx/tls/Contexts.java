package io.rpcstress.rpcx.tls;

import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLException;

/** Makes contexts of TLS 1.3 or 1.2 by the JDK. Thread-safe, as it has no state. */
final class Contexts {
  private static final String[] PROTOCOLS = {"TLSv1.3", "TLSv1.2"};

  private Contexts() {}

  /**
   * A context for a server or a client.
   *
   * @param builder with certificates and what is trusted
   */
  static SslContext of(SslContextBuilder builder) throws SSLException {
    return builder.sslProvider(SslProvider.JDK).protocols(PROTOCOLS).build();
  }

  /**
   * Checks that a key is that of a certificate: while files are replaced, one may be old and the
   * other new.
   *
   * @throws GeneralSecurityException if not
   */
  static void check(X509Certificate certificate, PrivateKey key) throws GeneralSecurityException {
    PublicKey other = certificate.getPublicKey();
    String algorithm =
        switch (other.getAlgorithm()) {
          case "RSA" -> "SHA256withRSA";
          case "EC" -> "SHA256withECDSA";
          case "EdDSA", "Ed25519", "Ed448" -> "EdDSA";
          default -> "";
        };
    if (algorithm.isEmpty()) {
      return;
    }
    byte[] text = certificate.getEncoded();
    Signature writer = Signature.getInstance(algorithm);
    writer.initSign(key);
    writer.update(text);
    byte[] signed = writer.sign();
    Signature reader = Signature.getInstance(algorithm);
    reader.initVerify(other);
    reader.update(text);
    if (!reader.verify(signed)) {
      throw new GeneralSecurityException("the key is not that of the certificate");
    }
  }
}
