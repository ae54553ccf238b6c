package io.rpcstress.contract;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Makes the folder that {@link TlsSide} reads, by the JDK's keytool: an authority of its own, and a
 * certificate of P-256 for each side. The authority's key is thrown away, so that nothing else can
 * descend from it.
 */
public final class TlsKeys {

  /** How long keys are valid where nothing else is given. */
  public static final int DAYS = 30;

  private static final List<String> LOOPBACK = List.of("localhost", "127.0.0.1", "::1");

  /** A name that ends in a number, or has a colon, is an address. */
  private static final Pattern ADDRESS = Pattern.compile(".*:.*|(.*\\.)?[0-9]+");

  /** Of keytool, which takes it from its environment. */
  private static final String PASSWORD = "RPC_STRESS_KEYTOOL";

  private static final int PASSWORD_BYTES = 24;
  private static final int PEM_LINE = 64;

  private final Path workplace;
  private final String password;
  private final int days;

  private TlsKeys(Path workplace, int days) {
    byte[] random = new byte[PASSWORD_BYTES];
    new SecureRandom().nextBytes(random);
    this.workplace = workplace;
    this.password = HexFormat.of().formatHex(random);
    this.days = days;
  }

  /**
   * Makes it, in place of what was made there before.
   *
   * @param hosts by which clients call the server, beside those of this host alone
   * @param days how long the certificates are valid
   * @throws IOException saying in one line why there are no keys; then the folder is as it was
   */
  public static void make(Path folder, Collection<String> hosts, int days)
      throws IOException, InterruptedException {
    requireOnlyKeys(folder);
    Path parent =
        Files.createDirectories(
            Objects.requireNonNull(folder.toAbsolutePath().normalize().getParent(), "/"));
    Path workplace = Files.createTempDirectory(parent, ".tls-keys-"); // its owner's alone
    try {
      Path made = Files.createDirectory(workplace.resolve("made"), ownerAlone("rwx------"));
      Set<String> names = new LinkedHashSet<>(LOOPBACK);
      names.addAll(hosts);
      new TlsKeys(workplace, days).makeIn(made, names);
      Path before = workplace.resolve("before");
      if (Files.exists(folder)) {
        Files.move(folder, before);
      }
      try {
        Files.move(made, folder);
      } catch (IOException e) {
        if (Files.exists(before)) {
          Files.move(before, folder);
        }
        throw e;
      }
    } catch (GeneralSecurityException e) {
      throw new IOException("what keytool made cannot be read: " + e.getMessage(), e);
    } finally {
      deleteAll(workplace);
    }
  }

  /** Whether there is something in the folder, usable or not: it is not for others to replace. */
  public static boolean areIn(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return false;
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files.findAny().isPresent();
    }
  }

  static boolean isAddress(String host) {
    return ADDRESS.matcher(host).matches();
  }

  private static FileAttribute<?> ownerAlone(String mode) {
    return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(mode));
  }

  private void makeIn(Path made, Set<String> hosts)
      throws IOException, InterruptedException, GeneralSecurityException {
    String names =
        hosts.stream()
            .map(host -> (isAddress(host) ? "ip:" : "dns:") + host)
            .collect(Collectors.joining(","));
    String end = "ku:critical=digitalSignature";
    generate("ca", List.of("-ext", "bc:critical=ca:true", "-ext", "ku:critical=keyCertSign"));
    // One that consumes from a broker is the broker's client.
    String uses = "eku=serverAuth,clientAuth";
    generate(
        TlsSide.SERVER,
        List.of("-signer", "ca", "-ext", "san=" + names, "-ext", uses, "-ext", end));
    generate(TlsSide.CLIENT, List.of("-signer", "ca", "-ext", "eku=clientAuth", "-ext", end));
    KeyStore store = KeyStore.getInstance(store().toFile(), password.toCharArray());
    write(made.resolve(TlsSide.AUTHORITY_FILE), "CERTIFICATE", certificate(store, "ca"));
    for (String side : List.of(TlsSide.SERVER, TlsSide.CLIENT)) {
      write(made.resolve(TlsSide.certificateFile(side)), "CERTIFICATE", certificate(store, side));
      byte[] key = store.getKey(side, password.toCharArray()).getEncoded();
      write(made.resolve(TlsSide.keyFile(side)), "PRIVATE KEY", key);
    }
  }

  private Path store() {
    return workplace.resolve("keys.p12");
  }

  private static byte[] certificate(KeyStore store, String alias) throws GeneralSecurityException {
    return store.getCertificate(alias).getEncoded();
  }

  private static void write(Path file, String what, byte[] content) throws IOException {
    String text =
        "-----BEGIN %s-----\n%s\n-----END %s-----\n"
            .formatted(
                what,
                Base64.getMimeEncoder(PEM_LINE, new byte[] {'\n'}).encodeToString(content),
                what);
    Files.createFile(file, ownerAlone("rw-------"));
    Files.writeString(file, text, StandardCharsets.US_ASCII, StandardOpenOption.WRITE);
  }

  private void generate(String alias, List<String> more) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    words.addAll(List.of("-genkeypair", "-alias", alias, "-dname", "CN=rpc-stress " + alias));
    words.addAll(List.of("-keyalg", "EC", "-groupname", "secp256r1"));
    words.addAll(List.of("-validity", Integer.toString(days)));
    words.addAll(List.of("-keystore", store().toString(), "-storetype", "PKCS12"));
    words.addAll(List.of("-storepass:env", PASSWORD));
    words.addAll(more);
    ProcessBuilder keytool = new ProcessBuilder(words).redirectErrorStream(true);
    keytool.environment().put(PASSWORD, password);
    Process process = keytool.start();
    try (InputStream output = process.getInputStream()) {
      process.getOutputStream().close();
      String text = new String(output.readAllBytes(), StandardCharsets.UTF_8);
      if (process.waitFor() != 0) {
        throw new IOException("keytool: " + text.strip().replaceAll("\\s+", " "));
      }
    } finally {
      process.destroy();
    }
  }

  private static void requireOnlyKeys(Path folder) throws IOException {
    if (Files.notExists(folder)) {
      return;
    }
    Set<String> keys = new HashSet<>(Set.of(TlsSide.AUTHORITY_FILE));
    for (String side : List.of(TlsSide.SERVER, TlsSide.CLIENT)) {
      keys.addAll(Set.of(TlsSide.certificateFile(side), TlsSide.keyFile(side)));
    }
    try (Stream<Path> there = Files.list(folder)) {
      if (!there.allMatch(each -> keys.contains(String.valueOf(each.getFileName())))) {
        throw new IOException("it has other files than keys: choose another folder");
      }
    }
  }

  private static void deleteAll(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path each : all.sorted((a, b) -> b.compareTo(a)).toList()) {
        Files.delete(each);
      }
    }
  }
}
