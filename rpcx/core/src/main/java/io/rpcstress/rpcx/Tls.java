package io.rpcstress.rpcx;

import io.netty.handler.ssl.SslContext;
import io.rpcstress.rpcx.tls.GivenContexts;
import io.rpcstress.rpcx.tls.PemFiles;
import io.rpcstress.rpcx.tls.TlsContexts;
import io.rpcstress.rpcx.tls.TlsMaterial;
import java.io.File;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Encryption of a connection, TLS 1.3 or 1.2 by the JDK: certificates from PEM files (keys are PKCS
 * 8 without a password), or whatever the application makes. Immutable.
 */
public final class Tls {
  private final TlsMaterial material;
  private final @Nullable Duration reloadEvery;

  private Tls(TlsMaterial material, @Nullable Duration reloadEvery) {
    this.material = material;
    this.reloadEvery = reloadEvery;
  }

  /**
   * From PEM files. Checks that certificate and key come together and that the files can be read.
   *
   * @param certificate this side's certificate and its chain, or null for a client that shows none
   * @param key this side's private key, or null for a client that shows no certificate
   * @param trusted the certificates that the other side's must descend from; null: for a client
   *     those that the JDK trusts, for a server no client certificate is requested
   */
  public Tls(@Nullable File certificate, @Nullable File key, @Nullable File trusted) {
    this(new PemFiles(certificate, key, trusted), null);
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

  /**
   * For whatever the others cannot: key stores, other ciphers, another provider.
   *
   * @param contexts gives the context of each new connection, a server's for a service centre and a
   *     client's for a client; called on the event loop, so it must not wait; thread-safe
   * @return the settings
   */
  public static Tls context(Supplier<SslContext> contexts) {
    return new Tls(new GivenContexts(contexts), null);
  }

  /**
   * Reads the files again when they change. New connections then use what is new; those that are
   * open stay. What cannot be read, or is a certificate with another one's key, changes nothing and
   * is logged as a warning: what was read before stays in use.
   *
   * @param every how often to look, at least 1 ms
   * @return settings like these
   * @throws IllegalArgumentException if these settings name no files
   */
  public Tls reloading(Duration every) {
    Durations.check("reloading", every, Duration.ofMillis(1), Durations.LONGEST);
    if (material.files().isEmpty()) {
      throw new IllegalArgumentException("TLS: there are no files that could be read again");
    }
    return new Tls(material, every);
  }

  /** This side's certificate as a PEM file, or null. */
  public @Nullable File certificate() {
    return material instanceof PemFiles files ? files.certificate() : null;
  }

  /** This side's private key as a PEM file, or null. */
  public @Nullable File key() {
    return material instanceof PemFiles files ? files.key() : null;
  }

  /** What the other side's certificate must descend from, as a PEM file, or null. */
  public @Nullable File trusted() {
    return material instanceof PemFiles files ? files.trusted() : null;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Tls tls
        && material.equals(tls.material)
        && Objects.equals(reloadEvery, tls.reloadEvery);
  }

  @Override
  public int hashCode() {
    return Objects.hash(material, reloadEvery);
  }

  /** For the client's side of RPCX: what its connections need. */
  TlsContexts client() {
    return new TlsContexts(material, false, reloadEvery);
  }

  /** For the server's side of RPCX: what its connections need. */
  TlsContexts server() {
    return new TlsContexts(material, true, reloadEvery);
  }

  /** The files, and no secrets. */
  @Override
  public String toString() {
    return "TLS of " + material.files();
  }
}
