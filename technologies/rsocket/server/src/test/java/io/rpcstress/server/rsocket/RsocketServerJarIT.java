package io.rpcstress.server.rsocket;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.contract.ServerVariant;
import io.rpcstress.server.base.ServerProcess;
import io.rpcstress.server.base.Tool;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The jar, called by clients in Python. */
class RsocketServerJarIT {

  @ParameterizedTest
  @EnumSource
  void aClientThatKnowsTheSpecificationAloneIsAnswered(ServerVariant variant) {
    answers(
        variant,
        "socket",
        "frames_client.py",
        "ok greet",
        "ok put",
        "ok refused",
        "ok keepalive",
        "ok 1000 calls at once");
  }

  @ParameterizedTest
  @EnumSource
  void pythonsRSocketIsAnswered(ServerVariant variant) {
    answers(
        variant,
        "rsocket.rsocket_client",
        "rsocket_client.py",
        "ok greet",
        "ok put",
        "ok refused",
        "ok 1000 calls at once");
  }

  private static void answers(
      ServerVariant variant, String module, String program, String... lines) {
    try (ServerProcess server = ServerProcess.ready("rsocket", "--variant", variant.label())) {
      String port = Integer.toString(server.port());
      assertThat(Tool.python(module, "src/test/python/" + program, port)).containsExactly(lines);
      assertThat(server.usage().callsServed()).isEqualTo(1_002);
      assertThat(server.usage().callsFailed()).isEqualTo(1);
    }
  }
}
