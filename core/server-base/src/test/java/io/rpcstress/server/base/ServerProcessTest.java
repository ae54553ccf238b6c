package io.rpcstress.server.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What tests read of a server in a process of its own. */
@Timeout(300)
class ServerProcessTest {

  /** Prints that it is ready, and its last line only when it is stopped. */
  private static final String TALKING =
      "trap 'echo bye; echo cut >&2; exit 3' TERM; echo READY any 127.0.0.1:1;"
          + " echo 'any: usage http://127.0.0.1:2/usage' >&2; while true; do sleep 0.05; done";

  @Test
  void whatAServerPrintsWhenItIsStoppedIsRead() {
    try (ServerProcess server =
        ServerProcess.readyBehind(
            List.of("sh", "-c", TALKING), List.of(), Path.of("none.jar"), "any")) {
      server.terminate();
      assertThat(server.exitCode()).isEqualTo(3);
      assertThat(server.out()).containsExactly("READY any 127.0.0.1:1", "bye");
      assertThat(server.err()).containsExactly("any: usage http://127.0.0.1:2/usage", "cut");
    }
  }
}
