package io.rpcstress.server.mml;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.server.base.ServerProcess;
import io.rpcstress.server.base.Tool;
import org.junit.jupiter.api.Test;

/** The jar, called by a client in Python. */
class MmlServerJarIT {

  /** Written from technologies/mml/README.md alone: sockets, struct and json. */
  @Test
  void aPythonClientIsAnswered() {
    try (ServerProcess server = ServerProcess.ready("mml")) {
      String port = Integer.toString(server.port());
      assertThat(Tool.python("json", "src/test/python/mml_client.py", port))
          .containsExactly("105 calls answered, 2 refused");
      assertThat(server.usage().callsServed()).isEqualTo(105);
      // Two that the contract does not allow, and one that is no call.
      assertThat(server.usage().callsFailed()).isEqualTo(3);
    }
  }
}
