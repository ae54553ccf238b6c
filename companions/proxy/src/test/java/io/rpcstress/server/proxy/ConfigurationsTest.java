package io.rpcstress.server.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.contract.Carriage;
import io.rpcstress.server.proxy.ProxyProgram.Route;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What each program is configured with; {@link ProxiesIT} tests that it takes it. */
class ConfigurationsTest {

  private static final Path FOLDER = Path.of("/private/folder");

  /** A program and what it can carry. */
  record Case(ProxyProgram program, Carriage carriage) {
    @Override
    public String toString() {
      return program.path.label() + " " + carriage.label();
    }

    String configuration() {
      return program.configuration(
          new Route(
              new InetSocketAddress(InetAddress.getLoopbackAddress(), 11_005),
              new InetSocketAddress(InetAddress.getLoopbackAddress(), 9_005),
              carriage,
              1_234,
              2),
          FOLDER);
    }
  }

  static Stream<Case> all() {
    return Stream.of(new Haproxy(), new Nginx(), new Envoy())
        .flatMap(
            program ->
                Arrays.stream(Carriage.values())
                    .filter(program.path::carries)
                    .map(carriage -> new Case(program, carriage)));
  }

  @ParameterizedTest
  @MethodSource("all")
  void itListensAndCallsWhereConfiguredAndNowhereElse(Case each) {
    String text = each.configuration();
    assertThat(text).contains("11005", "9005", "1234", FOLDER + "/admin.sock");
    assertThat(text).doesNotContain("${", "0.0.0.0", "*:");
    // Every file that it names is in its own folder.
    Stream.of(text.split("[\\s\";]+"))
        .map(word -> word.replaceFirst("^unix:", ""))
        .filter(word -> word.matches("/[a-z].*"))
        .forEach(word -> assertThat(word).startsWith(FOLDER.toString()));
  }

  @Test
  void callsAreRepeatedNowhereAndConnectionsKept() {
    assertThat(of(new Haproxy(), Carriage.HTTP)).contains("retries 0", "http-reuse always");
    assertThat(of(new Nginx(), Carriage.HTTP))
        .contains("proxy_next_upstream off", "keepalive 1234", "proxy_http_version 1.1");
    assertThat(of(new Nginx(), Carriage.GRPC)).contains("grpc_next_upstream off", " http2 ");
    assertThat(of(new Envoy(), Carriage.HTTP))
        .contains("max_retries: 0", "codec_type: HTTP1", "  http_protocol_options: {}");
    assertThat(of(new Envoy(), Carriage.GRPC))
        .contains("codec_type: HTTP2", "  http2_protocol_options: {}");
    assertThat(of(new Haproxy(), Carriage.GRPC)).contains("11005 proto h2", "9005 proto h2");
    assertThat(of(new Envoy(), Carriage.REDIS)).contains("custom_commands: [greet, put]");
  }

  private static String of(ProxyProgram program, Carriage carriage) {
    return new Case(program, carriage).configuration();
  }

  @Test
  void aLineOfItsOwnIsIndentedAsItsName() {
    String lines = Configuration.text("envoy-http-options.yaml");
    String text = of(new Envoy(), Carriage.HTTP);
    assertThat(text).contains("\n      " + lines.lines().findFirst().orElseThrow() + "\n");
  }

  @Test
  void connectionsAreAsManyAsFilesAllow() {
    String limits = "Limit  Soft  Hard  Units\nMax open files            %s   %s   files     \n";
    assertThat(OpenFiles.connections(2_048, limits.formatted("1048576", "1048576")))
        .isEqualTo(2_048);
    assertThat(OpenFiles.connections(2_048, limits.formatted("4096", "4096"))).isEqualTo(1_984);
    assertThat(OpenFiles.connections(2_048, limits.formatted("unlimited", "unlimited")))
        .isEqualTo(2_048);
    assertThat(OpenFiles.connections(2_048, limits.formatted("64", "64"))).isEqualTo(1);
    assertThat(OpenFiles.connections(2_048, "")).isEqualTo(2_048);
    assertThat(List.of(OpenFiles.connections(7))).containsExactly(7);
  }
}
