package io.rpcstress.server.dubbo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rpcstress.server.base.ServerProcess;
import io.rpcstress.server.base.Tool;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The jar, called by curl. */
class TripleServerJarIT {

  @ParameterizedTest
  @ValueSource(strings = {"--http1.1", "--http2-prior-knowledge"})
  void curlIsAnswered(String version) {
    assumeTrue(Tool.isHere("curl", version, "--version"), "no curl that knows " + version);
    try (ServerProcess server = ServerProcess.ready("dubbo-triple")) {
      byte[] printed =
          Tool.output(
              new byte[0],
              "curl",
              "--silent",
              "--max-time",
              "60",
              version,
              "--header",
              "Content-Type: application/json",
              "--data",
              "[\"Ada\"]",
              "http://127.0.0.1:" + server.port() + "/io.rpcstress.contract.dubbo.Calls/greet");
      assertThat(new String(printed, StandardCharsets.UTF_8)).isEqualTo("\"hello, Ada\"");
    }
  }
}
