package io.rpcstress.rpcx.tls;

import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Files with key stores, PKCS 12 or JKS, of one password. Immutable. */
public final class StoreFiles implements TlsMaterial {
  private final @Nullable Path own;
  private final char[] password;
  private final @Nullable Path trusted;

  /**
   * Names the files.
   *
   * @param own this side's certificate and key, or null for a client that shows none
   * @param password of both files and their keys
   * @param trusted certificates that the other side's must descend from, or null
   */
  public StoreFiles(@Nullable Path own, char[] password, @Nullable Path trusted) {
    this.own = own;
    this.password = password.clone();
    this.trusted = trusted;
  }

  private KeyStores read() throws IOException, GeneralSecurityException {
    return new KeyStores(open(own), password, open(trusted));
  }

  private @Nullable KeyStore open(@Nullable Path file)
      throws IOException, GeneralSecurityException {
    return file == null ? null : KeyStore.getInstance(file.toFile(), password);
  }

  @Override
  public SslContext server() throws IOException, GeneralSecurityException {
    return read().server();
  }

  @Override
  public SslContext client() throws IOException, GeneralSecurityException {
    return read().client();
  }

  @Override
  public List<Path> files() {
    List<Path> files = new ArrayList<>();
    if (own != null) {
      files.add(own);
    }
    if (trusted != null) {
      files.add(trusted);
    }
    return files;
  }
}
