package io.rpcstress.server.proxy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import io.rpcstress.contract.ProxyPath;
import io.rpcstress.server.base.ServerProcess;
import io.rpcstress.server.proxy.ProxyServer.ProxyOptions;
import io.rpcstress.usage.ServerUsage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The jar with the real programs; one that is not installed here is counted as skipped. */
class ProxiesIT {

  private static final String CARRIED = "carried";
  private static final int CALLS = 20;

  @TempDir Path folder;

  private HttpServer server;

  @BeforeEach
  void aServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          try (exchange) {
            byte[] body = CARRIED.getBytes(UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
          }
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private static void assumeInstalled(ProxyPath path) {
    try {
      var unused = new ProxyOptions().program(path.label(), "");
    } catch (IllegalArgumentException missing) {
      assumeTrue(false, path.label() + " is not installed here");
    }
  }

  private String to() {
    return "127.0.0.1:" + server.getAddress().getPort();
  }

  /** With a folder for temporary files of its own: another proxy here would clear up in one. */
  private ServerProcess started(ProxyPath path, String carriage) {
    return ServerProcess.ready(
        List.of("-Djava.io.tmpdir=" + folder),
        Path.of("target", "server-proxy.jar"),
        path.label(),
        "--carriage",
        carriage,
        "--to",
        to());
  }

  private static URI at(ServerProcess proxy) {
    return URI.create("http://127.0.0.1:" + proxy.port() + "/greet");
  }

  private List<Path> foldersOf(ProxyPath path) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(f -> f.getFileName().toString().startsWith("rpc-stress-" + path.label()))
          .toList();
    }
  }

  private static boolean isAlive(long pid) {
    return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
  }

  @ParameterizedTest
  @EnumSource(ProxyPath.class)
  void callsGoThroughAreCountedAndItEndsWithNothingLeft(ProxyPath path) throws Exception {
    assumeInstalled(path);
    try (ServerProcess proxy = started(path, "http")) {
      // Before it the proxy may still count the connection that tried whether it is up.
      assertThat(ServerProcess.get(at(proxy)).body()).isEqualTo(CARRIED);
      ServerUsage first = proxy.usage();
      assertThat(first.technology()).isEqualTo(path.label());
      for (int i = 0; i < CALLS; i++) {
        assertThat(ServerProcess.get(at(proxy)).body()).isEqualTo(CARRIED);
      }
      ServerUsage used = proxy.usage().since(first);
      assertThat(used.callsServed()).isEqualTo(CALLS);
      assertThat(used.process().cpuNanos()).isPositive();
      assertThat(used.process().rssKb()).isPositive();

      ServerProcess.Reply configuration =
          ServerProcess.get(proxy.usageAddress().resolve("/configuration"));
      assertThat(configuration.body()).contains(Integer.toString(proxy.port()), to().substring(10));

      List<Path> now = foldersOf(path);
      assertThat(now).isNotEmpty();
      assertThat(now)
          .allSatisfy(
              f ->
                  assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(f)))
                      .isEqualTo("rwx------"));

      proxy.terminate();
      assertThat(proxy.exitCode()).isZero();
      assertThat(isAlive(first.processId())).isFalse();
      assertThat(now).noneMatch(Files::exists);
    }
  }

  @ParameterizedTest
  @EnumSource(ProxyPath.class)
  void aProxyThatDiesEndsItsProcessSoThatBothAreStartedAgain(ProxyPath path) throws Exception {
    assumeInstalled(path);
    try (ServerProcess proxy = started(path, "http")) {
      ProcessHandle program = ProcessHandle.of(proxy.usage().processId()).orElseThrow();
      List<ProcessHandle> children = program.descendants().toList();
      assertThat(program.destroyForcibly()).isTrue();
      assertThat(proxy.exitCode()).isEqualTo(1);
      Awaitility.await()
          .atMost(ServerProcess.PATIENCE_SECONDS, TimeUnit.SECONDS)
          .until(() -> children.stream().noneMatch(ProcessHandle::isAlive));
      assertThat(proxy.err())
          .anyMatch(line -> line.contains("the proxy has ended: exit code 137, which is signal 9"));
    }
  }

  @ParameterizedTest
  @EnumSource(ProxyPath.class)
  void aProxyNeverOutlivesItsProcess(ProxyPath path) throws Exception {
    assumeInstalled(path);
    try (ServerProcess proxy = started(path, "http")) {
      long pid = proxy.usage().processId();
      proxy.kill();
      Awaitility.await()
          .atMost(ServerProcess.PATIENCE_SECONDS, TimeUnit.SECONDS)
          .until(() -> !isAlive(pid));
    }
  }

  @Test
  void ofBytesItSeesConnectionsAndNoCalls() throws Exception {
    assumeInstalled(ProxyPath.HAPROXY);
    try (ServerProcess proxy = started(ProxyPath.HAPROXY, "tcp");
        Socket client = new Socket(InetAddress.getLoopbackAddress(), proxy.port())) {
      client.getOutputStream().write("GET / HTTP/1.0\r\n".getBytes(UTF_8));
      Awaitility.await()
          .atMost(ServerProcess.PATIENCE_SECONDS, TimeUnit.SECONDS)
          .until(() -> proxy.usage().openConnections() == 1);
      assertThat(proxy.usage().callsServed()).isNegative();
    }
  }

  @Test
  void aRefusedConfigurationIsReportedInTheProxysOwnWords() throws IOException {
    Path program = folder.resolve("haproxy");
    Files.writeString(program, "#!/bin/sh\necho '[ALERT] line 7: no such thing' >&2\nexit 1\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
    try (ServerProcess proxy =
        ServerProcess.launch(
            "haproxy",
            "--port",
            "0",
            "--carriage",
            "http",
            "--to",
            to(),
            "--program",
            program.toString())) {
      assertThat(proxy.exitCode()).isEqualTo(1);
      assertThat(proxy.out()).isEmpty();
      assertThat(proxy.err())
          .anyMatch(
              line ->
                  line.equals(
                      "server-haproxy: cannot start: haproxy refuses its configuration: [ALERT]"
                          + " line 7: no such thing"));
    }
  }

  @Test
  void whatItCannotDoIsMisuseInOneLine() {
    assertMisuse(
        "--carriage redis: haproxy cannot carry that", "--carriage", "redis", "--to", to());
    assertMisuse("--to is missing", "--carriage", "http");
    assertMisuse("--to 'there': expected", "--carriage", "http", "--to", "there");
    assertMisuse("--carriage 'mail': expected one of http, ", "--carriage", "mail", "--to", to());
    assertMisuse(
        "--program '/nowhere': expected a program",
        "--carriage",
        "http",
        "--to",
        to(),
        "--program",
        "/nowhere");
  }

  private static void assertMisuse(String message, String... args) {
    try (ServerProcess proxy = ServerProcess.launch("haproxy", args)) {
      assertThat(proxy.exitCode()).isEqualTo(2);
      assertThat(proxy.err()).hasSize(1).first().asString().contains(message);
    }
  }

  @Test
  void aProgramThatIsNotInstalledIsNamedWithWhatToDo() {
    try {
      var unused = new ProxyOptions().program("no-such-proxy", "install the package no-such-proxy");
      assertThat(false).as("it was found").isTrue();
    } catch (IllegalArgumentException e) {
      assertThat(e).hasMessage("no-such-proxy is not installed: install the package no-such-proxy");
    }
  }
}
