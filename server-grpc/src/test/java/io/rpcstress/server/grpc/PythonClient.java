package io.rpcstress.server.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** Python's gRPC as a client; a test that needs it is skipped where it is not installed. */
final class PythonClient {

  /** The one on the path, and the one that Debian's package python3-grpcio is for. */
  private static final List<String> INTERPRETERS = List.of("python3", "/usr/bin/python3");

  private PythonClient() {}

  /**
   * Calls the server in a way of {@code call.py}'s.
   *
   * @return a line for each promise that holds
   */
  static List<String> call(String how, InetSocketAddress server) throws Exception {
    Optional<String> python = interpreter();
    assumeTrue(python.isPresent(), "Python's grpcio is not installed");
    Ended ended =
        run(
            python.orElseThrow(),
            "src/test/python/call.py",
            how,
            server.getAddress().getHostAddress() + ":" + server.getPort());
    assertThat(ended.ended()).as(ended.output()).isZero();
    return ended.output().lines().toList();
  }

  private static Optional<String> interpreter() throws InterruptedException {
    for (String each : INTERPRETERS) {
      if (run(each, "-c", "import grpc").ended() == 0) {
        return Optional.of(each);
      }
    }
    return Optional.empty();
  }

  private record Ended(int ended, String output) {}

  private static Ended run(String... command) throws InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
    try {
      Process process = builder.start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Ended(process.waitFor(), output); // the script's calls have a deadline
    } catch (IOException missing) {
      return new Ended(-1, String.valueOf(missing.getMessage()));
    }
  }
}
