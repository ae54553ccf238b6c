package io.rpcstress.client.harness;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.rpcstress.measure.RawFiles;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.RunCsv;
import io.rpcstress.server.base.ServerProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Calls of services that run already: this project's, which the harness does not know as its own.
 */
class OwnServiceIT {
  private static final Path PACKS = Path.of("../companions/message-pack/target/message-pack.jar");
  private static final Path PROTO = Path.of("../core/contract/src/main/proto/greet.proto");
  private static final String GREET = "rpcstress.greet.v1.Greeter/Greet";

  @SuppressWarnings("NullAway.Init") // set before the tests
  @TempDir
  static Path jars;

  @TempDir Path folder;

  private Path out;

  /** The shipped client where the program lies beside it that reads a .proto. */
  @BeforeAll
  static void ship() throws IOException {
    Path target = Files.createDirectories(jars.resolve("client-harness/target"));
    var unused = JarProcess.shipTo(target);
    Files.copy(PACKS, target.resolve("message-pack.jar"));
  }

  @BeforeEach
  void setOut() {
    out = folder.resolve("out");
  }

  private JarProcess client(String line, String... more) throws IOException {
    List<String> words = new ArrayList<>(List.of(JarProcess.words(line, more)));
    words.add("--out=" + out);
    words.add(JarProcess.QUICK_WITHOUT_ARCHIVE);
    return JarProcess.in(jars, "client-harness", words.toArray(String[]::new));
  }

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private List<Run> rows() throws IOException {
    List<Run> rows = new ArrayList<>();
    RawFiles files = new RawFiles(out);
    for (Path csv : files.csvFiles()) {
      rows.addAll(RunCsv.read(csv).runs());
    }
    for (Path csv : files.openCsvFiles()) {
      RunCsv.parseOpen(csv, Files.readString(csv)).runs().forEach(each -> rows.add(each.run()));
    }
    return rows;
  }

  @Test
  void anHttpServiceIsCalledWithOneSampleAfterTheOther() throws Exception {
    ServerProcess server = SharedServers.example("openfeign");
    long before = server.usage().callsServed();
    try (JarProcess client =
        client(
            "run --threads 3 --requests 30 --runs 2",
            "--url=http://127.0.0.1:%d/greet?name=Ada".formatted(server.port()),
            "--expect=" + file("expected", "hello, Ada\n"))) {
      assertThat(client.exit()).as("%s", client.err).isZero();
      assertThat(client.err).anyMatch(line -> line.contains("reports no usage"));
    }
    assertThat(server.usage().callsServed() - before).isEqualTo(60);
    assertThat(rows())
        .hasSize(2)
        .allSatisfy(
            run -> {
              assertThat(run.point().directoryName()).isEqualTo("own-http");
              assertThat(run.point().operation()).isEqualTo("call");
              assertThat(run.calls().ok()).isEqualTo(30);
              assertThat(run.callsServed()).isNull();
              assertThat(run.cost().server().cpuMs()).isNull();
              assertThat(run.cost().client().cpuMs()).isNotNull();
              assertThat(run.circumstances().serverAddress()).isEqualTo("127.0.0.1");
            });
  }

  @Test
  void aSecretStandsInNoResultAndInNoOutput() throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    List<String> tokens = new ArrayList<>();
    server.createContext(
        "/",
        exchange -> {
          tokens.add(exchange.getRequestHeaders().getFirst("Authorization"));
          exchange.sendResponseHeaders(403, -1);
          exchange.close();
        });
    server.start();
    Path secret = file("secret", "Authorization: Bearer c0ffee\n");
    try (JarProcess client =
        client(
            "run --threads 1 --requests 2",
            "--url=http://127.0.0.1:%d/".formatted(server.getAddress().getPort()),
            "--header=@" + secret)) {
      assertThat(client.exit()).isEqualTo(1);
      assertThat(client.out).noneMatch(line -> line.contains("c0ffee"));
      assertThat(client.err)
          .anyMatch(line -> line.contains("HTTP status 403"))
          .noneMatch(line -> line.contains("c0ffee"));
    } finally {
      server.stop(0);
    }
    assertThat(tokens).isNotEmpty().containsOnly("Bearer c0ffee");
    try (Stream<Path> files = Files.walk(out)) {
      for (Path each : files.filter(Files::isRegularFile).toList()) {
        assertThat(each).content(UTF_8).doesNotContain("c0ffee");
      }
    }
  }

  @Test
  void aGrpcServiceIsCalledAtARate() throws Exception {
    ServerProcess server = SharedServers.example("grpc");
    long before = server.usage().callsServed();
    try (JarProcess client =
        client(
            "rate --rate 40 --duration 1s --warmup 0s",
            "--target=127.0.0.1:" + server.port(),
            "--proto=" + PROTO,
            "--call=" + GREET,
            "--sample=" + file("names.json", "{\"name\": \"Ada\"}\n{\"name\": \"Bob\"}\n"))) {
      assertThat(client.exit()).as("%s", client.err).isZero();
    }
    assertThat(server.usage().callsServed() - before).isEqualTo(40);
    assertThat(rows())
        .singleElement()
        .satisfies(
            run -> {
              assertThat(run.point().directoryName()).isEqualTo("own-grpc");
              assertThat(run.calls().ok()).isEqualTo(40);
              assertThat(run.conditions().payloadBytes()).isEqualTo(5);
            });
  }
}
