package io.rpcstress.server.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Python's gRPC as a client; a test that needs it is skipped where it is not installed. */
final class PythonClient {
  private PythonClient() {}

  /**
   * Calls the server in a way of {@code call.py}'s.
   *
   * @return a line for each promise that holds
   */
  static List<String> call(String how, InetSocketAddress server) throws Exception {
    assumeTrue(run("-c", "import grpc").ended() == 0, "Python's grpcio is not installed");
    Ended ended =
        run(
            "src/test/python/call.py",
            how,
            server.getAddress().getHostAddress() + ":" + server.getPort());
    assertThat(ended.ended()).as(ended.said()).isZero();
    return ended.said().lines().toList();
  }

  private record Ended(int ended, String said) {}

  private static Ended run(String... arguments) throws InterruptedException {
    List<String> command = new ArrayList<>(List.of("python3"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
    try {
      Process process = builder.start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Ended(process.waitFor(), said); // the script's calls have a deadline
    } catch (IOException missing) {
      return new Ended(-1, String.valueOf(missing.getMessage()));
    }
  }
}
