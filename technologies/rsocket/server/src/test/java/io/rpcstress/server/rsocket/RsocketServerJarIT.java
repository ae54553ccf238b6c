package io.rpcstress.server.rsocket;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.contract.ServerVariant;
import io.rpcstress.server.base.ServerProcess;
import io.rpcstress.server.base.Tool;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The jar, called by a client in Python. */
class RsocketServerJarIT {

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "GO") // its program is another
  void aClientThatKnowsTheSpecificationAloneIsAnswered(ServerVariant variant) {
    try (ServerProcess server = ServerProcess.ready("rsocket", "--variant", variant.label())) {
      String port = Integer.toString(server.port());
      assertThat(Tool.python("socket", "src/test/python/frames_client.py", port))
          .containsExactly(
              "ok greet", "ok put", "ok refused", "ok keepalive", "ok 1000 calls at once");
      assertThat(server.usage().callsServed()).isEqualTo(1_002);
      assertThat(server.usage().callsFailed()).isEqualTo(1);
    }
  }
}
