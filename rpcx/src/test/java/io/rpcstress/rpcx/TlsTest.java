package io.rpcstress.rpcx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Encryption, with certificates that the JDK's own keytool makes for the occasion. */
class TlsTest {
  private static final char[] PASSWORD = "only-for-a-test".toCharArray();

  @TempDir static Path directory;
  private static Identity server;
  private static Identity client;
  private static Identity stranger;

  /** A self-signed certificate and its key, as PEM. */
  private record Identity(File certificate, File key) {
    static Identity make(String name) throws Exception {
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
                  new String(PASSWORD))
              .redirectErrorStream(true)
              .start();
      String output = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(keytool.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(keytool.exitValue()).as(output).isZero();
      KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD);
      return new Identity(
          pem(name + ".crt", "CERTIFICATE", keys.getCertificate(name).getEncoded()),
          pem(name + ".key", "PRIVATE KEY", keys.getKey(name, PASSWORD).getEncoded()));
    }

    private static File pem(String file, String label, byte[] bytes) throws IOException {
      String body = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
      Path path = directory.resolve(file);
      Files.writeString(
          path, "-----BEGIN " + label + "-----\n" + body + "\n-----END " + label + "-----\n");
      return path.toFile();
    }
  }

  @BeforeAll
  static void makeIdentities() throws Exception {
    server = Identity.make("server");
    client = Identity.make("client");
    stranger = Identity.make("stranger");
  }

  private static ServiceCentre serve(Tls tls) {
    return ServiceCentre.builder().publish(new Greeter.Service()).tls(tls).start();
  }

  private static RPCX connect(ServiceCentre centre, Tls tls) {
    return RPCX.builder().address(centre.address()).port(centre.port()).tls(tls).build();
  }

  private static String greet(RPCX rpcx) {
    return rpcx.client(Greeter.Client.class).greet("x".repeat(20_000));
  }

  @Test
  void aTrustedServerIsCalledAndAnotherIsNot() {
    try (ServiceCentre centre = serve(Tls.server(server.certificate, server.key));
        RPCX good = connect(centre, Tls.client(server.certificate));
        RPCX wary = connect(centre, Tls.client(stranger.certificate))) {
      assertThat(greet(good)).startsWith("hello, x").hasSize(20_007);
      refused(wary);
      assertThat(greet(good)).hasSize(20_007);
    }
  }

  @Test
  void aServerThatAsksForCertificatesServesOnlyTheRightOne() {
    try (ServiceCentre centre =
            serve(Tls.mutual(server.certificate, server.key, client.certificate));
        RPCX good =
            connect(centre, Tls.mutual(client.certificate, client.key, server.certificate));
        RPCX anonymous = connect(centre, Tls.client(server.certificate));
        RPCX wrong =
            connect(centre, Tls.mutual(stranger.certificate, stranger.key, server.certificate))) {
      assertThat(greet(good)).hasSize(20_007);
      refused(anonymous);
      refused(wrong);
      assertThat(greet(good)).hasSize(20_007);
    }
  }

  @Test
  void clearTextAndTlsDoNotMix() {
    try (ServiceCentre secure = serve(Tls.server(server.certificate, server.key));
        ServiceCentre open = Greeter.serve(new Greeter.Service());
        RPCX clear = Greeter.connectTo(secure);
        RPCX encrypted = connect(open, Tls.client(server.certificate))) {
      refused(clear);
      refused(encrypted);
    }
  }

  private static void refused(RPCX rpcx) {
    assertThatThrownBy(() -> greet(rpcx))
        .isInstanceOfSatisfying(
            RPCXException.class, e -> assertThat(e.status()).isEqualTo(StatusCode.UNAVAILABLE));
  }

  @Test
  void halfAnIdentityIsAnError() {
    assertThatThrownBy(() -> new Tls(server.certificate, null, null))
        .hasMessageContaining("or neither");
    assertThatThrownBy(() -> Tls.server(new File("nowhere.crt"), server.key))
        .hasMessageContaining("nowhere.crt");
    assertThatThrownBy(() -> serve(Tls.client(server.certificate)))
        .hasMessageContaining("a server needs a certificate");
  }
}
