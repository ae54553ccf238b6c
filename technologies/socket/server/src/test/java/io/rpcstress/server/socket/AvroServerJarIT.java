package io.rpcstress.server.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rpcstress.contract.socket.Idl;
import io.rpcstress.server.base.ServerProcess;
import io.rpcstress.server.base.Tool;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Another technology of the jar; what all share is held by {@link ProtobufServerJarIT}. */
class AvroServerJarIT {
  private static final String AVRO = Idl.AVRO.technology();

  @Test
  void itsTunedServerAnswersAndEndsOnRequest() throws Exception {
    try (ServerProcess server = ServerProcess.ready(AVRO, "--variant", "tuned");
        SocketClient client = new SocketClient(Idl.AVRO, server.address())) {
      for (int i = 0; i < 50; i++) {
        assertThat(client.greet("n" + i)).isEqualTo("hello, n" + i);
      }
      assertThat(client.put(new byte[64], new byte[512]).kept()).isTrue();
      assertThat(server.usage().technology()).isEqualTo(AVRO);
      assertThat(server.usage().variant()).isEqualTo("tuned");
      assertThat(server.usage().callsServed()).isEqualTo(51);
      server.terminate();
      assertThat(server.exitCode()).isZero();
      assertThat(server.out())
          .containsExactly("READY socket-avro 127.0.0.1:" + server.address().getPort());
    }
  }

  @Test
  void pythonsAvroIsAnswered() {
    Optional<String> python = Tool.pythonWith("avro.io");
    assumeTrue(python.isPresent(), "Python's avro is not installed");
    try (ServerProcess server = ServerProcess.ready(AVRO)) {
      byte[] output =
          Tool.output(
              new byte[0],
              python.orElseThrow(),
              "src/test/python/avro_client.py",
              "../../../core/contract/src/main/avro",
              Integer.toString(server.address().getPort()));
      assertThat(new String(output, StandardCharsets.UTF_8).lines())
          .containsExactly("ok greet", "ok put", "ok refused", "ok 1000 calls at once");
      assertThat(server.usage().callsServed()).isEqualTo(1_002);
      assertThat(server.usage().callsFailed()).isEqualTo(1);
      assertThat(server.err()).as("nothing but where its usage is").hasSize(1);
    }
  }
}
