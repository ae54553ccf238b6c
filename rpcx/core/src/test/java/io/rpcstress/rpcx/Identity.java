package io.rpcstress.rpcx;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.KeyStore;
import java.util.Base64;
import java.util.concurrent.TimeUnit;

/**
 * A self-signed certificate and its key, which the JDK's own keytool makes for the occasion.
 *
 * @param store both in a key store
 * @param certificate the certificate as PEM
 * @param key the key as PEM
 */
record Identity(Path store, File certificate, File key) {
  static final String PASSWORD = "only-for-a-test";

  static Identity make(Path directory, String name) throws Exception {
    Path store = directory.resolve(name + ".p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                name,
                "-keyalg",
                "EC",
                "-dname",
                "CN=" + name,
                "-ext",
                "san=ip:127.0.0.1",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD)
            .redirectErrorStream(true)
            .start();
    String output = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(keytool.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(keytool.exitValue()).as(output).isZero();
    KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
    return new Identity(
        store,
        pem(
            directory.resolve(name + ".crt"),
            "CERTIFICATE",
            keys.getCertificate(name).getEncoded()),
        pem(
            directory.resolve(name + ".key"),
            "PRIVATE KEY",
            keys.getKey(name, PASSWORD.toCharArray()).getEncoded()));
  }

  private static File pem(Path path, String label, byte[] bytes) throws IOException {
    String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
    Files.writeString(
        path, "-----BEGIN " + label + "-----\n" + body + "\n-----END " + label + "-----\n");
    return path.toFile();
  }

  /** Puts this identity into other files, the key first. */
  void replace(File otherCertificate, File otherKey) throws IOException {
    Files.copy(key.toPath(), otherKey.toPath(), StandardCopyOption.REPLACE_EXISTING);
    Files.copy(
        certificate.toPath(), otherCertificate.toPath(), StandardCopyOption.REPLACE_EXISTING);
  }
}
