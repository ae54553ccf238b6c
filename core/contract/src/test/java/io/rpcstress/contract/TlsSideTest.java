package io.rpcstress.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class TlsSideTest {

  private static final String PASSWORD = "of-a-test";

  @SuppressWarnings("NullAway.Init") // set before the tests
  @TempDir
  private static Path made;

  @TempDir private Path parent;
  private Path folder;

  /** Once: it takes three starts of keytool. */
  @BeforeAll
  static void makeKeys() throws Exception {
    TlsKeys.make(made.resolve("keys"), List.of(), 2);
  }

  @BeforeEach
  void copyKeys() throws IOException {
    folder = Files.createDirectory(parent.resolve("keys"));
    try (Stream<Path> keys = Files.list(made.resolve("keys"))) {
      for (Path each : keys.toList()) {
        Files.copy(each, folder.resolve(each.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Tls.class,
      names = {"ON", "MTLS"})
  void keysAreForClientsOnEachSide(Tls mode) throws Exception {
    for (TlsSide side : List.of(TlsSide.server(mode, folder), TlsSide.client(mode, folder))) {
      side.requireUsable();
      side.requireForClients();
    }
  }

  @Test
  void keysOfAnOlderMakeAreNamedWithWhatToDo() throws Exception {
    replaceServers("eku=serverAuth");

    assertThatThrownBy(() -> TlsSide.server(Tls.MTLS, folder).requireForClients())
        .isExactlyInstanceOf(IOException.class)
        .hasMessage(
            ("the keys for TLS in %s cannot be shown to a broker, since server.pem is for servers"
                    + " alone: make new ones with 'client-harness tls-keys %s --host SERVER', and"
                    + " restart the servers that use them")
                .formatted(folder, folder));
    TlsSide.server(Tls.ON, folder).requireForClients(); // no one verifies it as a client's
    TlsSide.client(Tls.MTLS, folder).requireForClients();
  }

  @ParameterizedTest
  @ValueSource(strings = {"eku=clientAuth", "eku=any", "ku=digitalSignature"})
  void aCertificateOfTheUsersMayBeForMore(String uses) throws Exception {
    replaceServers(uses);

    TlsSide.server(Tls.MTLS, folder).requireForClients();
  }

  @Test
  void anUnreadableCertificateIsNamed() throws Exception {
    Files.writeString(
        folder.resolve("server.pem"),
        "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");

    assertThatThrownBy(() -> TlsSide.server(Tls.MTLS, folder).requireForClients())
        .isExactlyInstanceOf(IOException.class)
        .hasMessageContaining("server.pem: ");
  }

  private void replaceServers(String extension) throws Exception {
    Path store = parent.resolve("store.p12");
    keytool(store, "-genkeypair", "-dname", "CN=server", "-keyalg", "EC", "-ext", extension);
    Path certificate = folder.resolve("server.pem");
    Files.delete(certificate);
    keytool(store, "-exportcert", "-rfc", "-file", certificate.toString());
  }

  private static void keytool(Path store, String... words) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of(words));
    command.addAll(List.of("-alias", "server", "-keystore", store.toString()));
    command.addAll(List.of("-storetype", "PKCS12", "-storepass", PASSWORD));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertThat(process.waitFor()).isZero();
  }
}
