package io.rpcstress.rpcx.tls;

import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Collections;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** Key stores that the application has opened. Immutable, as long as nobody changes the stores. */
public final class KeyStores implements TlsMaterial {
  private final @Nullable KeyStore own;
  private final char[] password;
  private final @Nullable KeyStore trusted;

  /**
   * Takes key stores.
   *
   * @param own this side's certificate and key, or null for a client that shows none
   * @param password of the keys
   * @param trusted certificates that the other side's must descend from; null: for a client those
   *     that the JDK trusts, for a server no client certificate is asked for
   */
  public KeyStores(@Nullable KeyStore own, char[] password, @Nullable KeyStore trusted) {
    this.own = own;
    this.password = password.clone();
    this.trusted = trusted;
  }

  @Override
  public SslContext server() throws IOException, GeneralSecurityException {
    if (own == null) {
      throw new GeneralSecurityException("a server needs a certificate and its key");
    }
    SslContextBuilder builder = SslContextBuilder.forServer(keys(own));
    if (trusted != null) {
      builder.trustManager(trust(trusted)).clientAuth(ClientAuth.REQUIRE);
    }
    return Contexts.of(builder);
  }

  @Override
  public SslContext client() throws IOException, GeneralSecurityException {
    SslContextBuilder builder = SslContextBuilder.forClient();
    if (trusted != null) {
      builder.trustManager(trust(trusted));
    }
    if (own != null) {
      builder.keyManager(keys(own));
    }
    return Contexts.of(builder);
  }

  private KeyManagerFactory keys(KeyStore store) throws GeneralSecurityException {
    boolean found = false;
    for (String alias : Collections.list(store.aliases())) {
      Key key = store.isKeyEntry(alias) ? store.getKey(alias, password) : null;
      if (key instanceof PrivateKey own
          && store.getCertificate(alias) instanceof X509Certificate certificate) {
        Contexts.check(certificate, own);
        found = true;
      }
    }
    if (!found) {
      throw new GeneralSecurityException("the key store holds no certificate with its key");
    }
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, password);
    return keys;
  }

  private static TrustManagerFactory trust(KeyStore store) throws GeneralSecurityException {
    if (store.size() == 0) {
      throw new GeneralSecurityException("the key store of what is trusted is empty");
    }
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    return trust;
  }

  @Override
  public List<Path> files() {
    return List.of();
  }
}
