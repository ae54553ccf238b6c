package io.rpcstress.rpcx.tls;

import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * PEM files; keys are PKCS 8 without a password. Immutable.
 *
 * @param certificate this side's certificate and its chain, or null
 * @param key this side's private key, or null
 * @param trusted the certificates that the other side's must descend from, or null
 */
public record PemFiles(@Nullable File certificate, @Nullable File key, @Nullable File trusted)
    implements TlsMaterial {
  private static final String BEGIN_KEY = "-----BEGIN PRIVATE KEY-----";
  private static final String END_KEY = "-----END PRIVATE KEY-----";

  @Override
  public SslContext server() throws IOException, GeneralSecurityException {
    if (certificate == null || key == null) {
      throw new GeneralSecurityException("a server needs a certificate and its key");
    }
    byte[] chain = Files.readAllBytes(certificate.toPath());
    byte[] secret = Files.readAllBytes(key.toPath());
    check(chain, secret);
    SslContextBuilder builder =
        SslContextBuilder.forServer(
            new ByteArrayInputStream(chain), new ByteArrayInputStream(secret));
    if (trusted != null) {
      builder
          .trustManager(new ByteArrayInputStream(Files.readAllBytes(trusted.toPath())))
          .clientAuth(ClientAuth.REQUIRE);
    }
    return Contexts.of(builder);
  }

  @Override
  public SslContext client() throws IOException, GeneralSecurityException {
    SslContextBuilder builder = SslContextBuilder.forClient();
    if (trusted != null) {
      builder.trustManager(new ByteArrayInputStream(Files.readAllBytes(trusted.toPath())));
    }
    if (certificate != null && key != null) {
      byte[] chain = Files.readAllBytes(certificate.toPath());
      byte[] secret = Files.readAllBytes(key.toPath());
      check(chain, secret);
      builder.keyManager(new ByteArrayInputStream(chain), new ByteArrayInputStream(secret));
    }
    return Contexts.of(builder);
  }

  /** Checks what has the usual form; the builder of the context reads the other forms. */
  private static void check(byte[] chain, byte[] secret) throws GeneralSecurityException {
    String pem = new String(secret, StandardCharsets.US_ASCII);
    int from = pem.indexOf(BEGIN_KEY);
    int to = pem.indexOf(END_KEY);
    if (from < 0 || to < from) {
      return;
    }
    byte[] encoded;
    try {
      encoded = Base64.getMimeDecoder().decode(pem.substring(from + BEGIN_KEY.length(), to));
    } catch (IllegalArgumentException e) {
      throw new GeneralSecurityException("the key is no PEM", e);
    }
    X509Certificate own =
        (X509Certificate)
            CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(chain));
    PrivateKey key =
        KeyFactory.getInstance(own.getPublicKey().getAlgorithm())
            .generatePrivate(new PKCS8EncodedKeySpec(encoded));
    Contexts.check(own, key);
  }

  @Override
  public List<Path> files() {
    List<Path> files = new ArrayList<>();
    for (File file : new @Nullable File[] {certificate, key, trusted}) {
      if (file != null) {
        files.add(file.toPath());
      }
    }
    return files;
  }
}
