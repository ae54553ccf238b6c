package io.rpcstress.contract;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.Collections;
import java.util.Date;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/**
 * One side's files for TLS, of a folder that {@code client-harness tls-keys} made: PEM, keys as
 * PKCS 8 of elliptic curves. Both sides verify what they are shown against the folder's own
 * authority and nothing else. Immutable.
 *
 * @param mode {@link Tls#ON} or {@link Tls#MTLS}
 * @param name {@link #SERVER} or {@link #CLIENT}, as the files are called
 */
public record TlsSide(Tls mode, String name, Path folder) {

  /** What the folder is called beside a deployment's jars. */
  public static final String FOLDER_NAME = "tls";

  /** The environment variable that names the folder where it is elsewhere. */
  public static final String VARIABLE = "RPC_STRESS_TLS_KEYS";

  public static final String SERVER = "server";

  public static final String CLIENT = "client";

  /** The certificate that all others descend from; no one has its key. */
  public static final String AUTHORITY_FILE = "ca.pem";

  private static final String ALIAS = "own";

  /** The extended key usages that a client's certificate may have: its own one, or any. */
  private static final Set<String> CLIENT_USES = Set.of("1.3.6.1.5.5.7.3.2", "2.5.29.37.0");

  public static TlsSide server(Tls mode, Path folder) {
    return new TlsSide(mode, SERVER, folder);
  }

  public static TlsSide client(Tls mode, Path folder) {
    return new TlsSide(mode, CLIENT, folder);
  }

  public static String certificateFile(String side) {
    return side + ".pem";
  }

  public static String keyFile(String side) {
    return side + ".key";
  }

  /**
   * The folder of the deployment that a program belongs to: what {@value #VARIABLE} names, or the
   * first that lies beside the program's jar or above it; may be missing.
   */
  public static Path folderFor(Class<?> program) {
    return DeploymentFile.of(program, VARIABLE, FOLDER_NAME);
  }

  /** Whether this side shows a certificate. */
  private boolean showsOne() {
    return name.equals(SERVER) || mode == Tls.MTLS;
  }

  /** Whether this side is shown a certificate, and so verifies one. */
  private boolean isShownOne() {
    return name.equals(CLIENT) || mode == Tls.MTLS;
  }

  /** What the other side's certificate must descend from; null where it shows none. */
  public @Nullable File trusted() {
    return isShownOne() ? file(AUTHORITY_FILE) : null;
  }

  /** This side's certificate; null where it shows none. */
  public @Nullable File certificate() {
    return showsOne() ? file(certificateFile(name)) : null;
  }

  /** This side's private key; null where it shows no certificate. */
  public @Nullable File key() {
    return showsOne() ? file(keyFile(name)) : null;
  }

  private File file(String file) {
    return folder.resolve(file).toFile();
  }

  /** Sees that the files are there, and can be read. */
  public void requireUsable() {
    try {
      SSLContext unused = context();
      for (X509Certificate each : own()) {
        each.checkValidity();
      }
    } catch (IllegalStateException | GeneralSecurityException | IOException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new IllegalArgumentException(
          "no keys for TLS in %s (%s): make them with 'client-harness tls-keys DIR', or name their"
                  .formatted(folder, PrintableText.of(cause.toString()))
              + " folder in "
              + VARIABLE,
          e);
    }
  }

  /** Sees that the files are there, will still be valid then, and are of these hosts. */
  public void requireUsable(Instant then, Collection<String> hosts) {
    requireUsable();
    try {
      Set<String> named = new HashSet<>();
      for (X509Certificate each : own()) {
        each.checkValidity(Date.from(then));
        for (List<?> name : each.getSubjectAlternativeNames()) {
          named.add(asNamed(String.valueOf(name.get(1))));
        }
      }
      for (String host : hosts) {
        if (!named.contains(asNamed(host))) {
          throw new IllegalArgumentException(
              "the keys for TLS in %s are for other hosts than %s".formatted(folder, host));
        }
      }
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalArgumentException(
          "the keys for TLS in %s end before %s".formatted(folder, then), e);
    }
  }

  /**
   * Sees that what this side shows is valid for a client, too, where clients are verified: a server
   * that consumes from a broker is the broker's client. A server's keys of before the end of
   * November 2026 are not.
   *
   * @throws IOException saying in one line what to do
   */
  public void requireForClients() throws IOException {
    if (mode != Tls.MTLS) {
      return;
    }
    try {
      for (X509Certificate each : own()) {
        @Nullable List<String> uses = each.getExtendedKeyUsage(); // null where it says none
        if (uses != null && Collections.disjoint(uses, CLIENT_USES)) {
          throw new IOException(
              ("the keys for TLS in %s cannot be shown to a broker, since %s is for servers alone: make"
                      + " new ones with 'client-harness tls-keys %s --host SERVER', and restart the"
                      + " servers that use them")
                  .formatted(folder, certificateFile(name), folder));
        }
      }
    } catch (GeneralSecurityException e) {
      throw new IOException("%s: %s".formatted(file(certificateFile(name)), e.getMessage()), e);
    }
  }

  /** One spelling of each address; a name is not looked up. */
  private static String asNamed(String host) throws IOException {
    return TlsKeys.isAddress(host)
        ? InetAddress.getByName(host).getHostAddress()
        : host.toLowerCase(Locale.ROOT);
  }

  /** What this side shows; of one that shows nothing, what it trusts. */
  private List<X509Certificate> own() throws GeneralSecurityException, IOException {
    File certificate = certificate();
    return certificates(certificate == null ? file(AUTHORITY_FILE) : certificate);
  }

  /**
   * For a library that takes the JDK's: protocols and ciphers as the JDK has them. It verifies the
   * chain; that a name is verified, too, is a setting of each connection.
   */
  public SSLContext context() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys().getKeyManagers(), authorities().getTrustManagers(), /* random= */ null);
      return context;
    } catch (GeneralSecurityException | IOException | IllegalArgumentException e) {
      throw new IllegalStateException(e);
    }
  }

  private KeyManagerFactory keys() throws GeneralSecurityException, IOException {
    KeyStore store = empty();
    char[] inMemoryOnly = {};
    File certificate = certificate();
    File key = key();
    if (certificate != null && key != null) {
      Certificate[] chain = certificates(certificate).toArray(Certificate[]::new);
      PKCS8EncodedKeySpec own = new PKCS8EncodedKeySpec(pem(key));
      store.setKeyEntry(
          ALIAS, KeyFactory.getInstance("EC").generatePrivate(own), inMemoryOnly, chain);
    }
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(store, inMemoryOnly);
    return factory;
  }

  private TrustManagerFactory authorities() throws GeneralSecurityException, IOException {
    KeyStore store = empty();
    for (Certificate each : certificates(file(AUTHORITY_FILE))) {
      store.setCertificateEntry(Integer.toString(store.size()), each);
    }
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return factory;
  }

  private static KeyStore empty() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    return store;
  }

  private static List<X509Certificate> certificates(File file)
      throws GeneralSecurityException, IOException {
    try (InputStream pem = Files.newInputStream(file.toPath())) {
      List<X509Certificate> all = new ArrayList<>();
      for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(pem)) {
        all.add((X509Certificate) each);
      }
      return all;
    }
  }

  private static byte[] pem(File file) throws IOException {
    String text = Files.readString(file.toPath());
    return Base64.getMimeDecoder().decode(text.replaceAll("-----[A-Z ]+-----", ""));
  }
}
