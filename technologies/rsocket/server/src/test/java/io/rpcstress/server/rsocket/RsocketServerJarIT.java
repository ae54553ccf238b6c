package io.rpcstress.server.rsocket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rpcstress.contract.ServerVariant;
import io.rpcstress.server.base.ServerJarContract;
import io.rpcstress.server.base.ServerProcess;
import io.rpcstress.server.base.Tool;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The jar as every server's jar is held to, and clients in Python. */
class RsocketServerJarIT extends ServerJarContract {
  RsocketServerJarIT() {
    super("rsocket", 9015, 9115);
  }

  @Override
  protected Greeter connect(InetSocketAddress server) throws IOException {
    return new RawClient(server);
  }

  @ParameterizedTest
  @EnumSource
  void aClientInPythonThatKnowsTheSpecificationAloneIsAnswered(ServerVariant variant) {
    Optional<String> python = Tool.pythonWith("socket");
    assumeTrue(python.isPresent(), "Python is not installed");
    answers(
        python.orElseThrow(),
        "frames_client.py",
        variant,
        "ok greet",
        "ok put",
        "ok refused",
        "ok keepalive",
        "ok 1000 calls at once");
  }

  @ParameterizedTest
  @EnumSource
  void pythonsRSocketIsAnswered(ServerVariant variant) {
    Optional<String> python = Tool.pythonWith("rsocket.rsocket_client");
    assumeTrue(python.isPresent(), "Python's rsocket is not installed");
    answers(
        python.orElseThrow(),
        "rsocket_client.py",
        variant,
        "ok greet",
        "ok put",
        "ok refused",
        "ok 1000 calls at once");
  }

  private static void answers(
      String python, String program, ServerVariant variant, String... lines) {
    try (ServerProcess server = ServerProcess.ready("rsocket", "--variant", variant.label())) {
      byte[] output =
          Tool.output(
              new byte[0],
              python,
              "src/test/python/" + program,
              Integer.toString(server.address().getPort()));
      assertThat(new String(output, StandardCharsets.UTF_8).lines()).containsExactly(lines);
      assertThat(server.usage().callsServed()).isEqualTo(1_002);
      assertThat(server.usage().callsFailed()).isEqualTo(1);
      assertThat(server.err()).as("nothing but where its usage is").hasSize(1);
    }
  }
}
