package io.rpcstress.server.mml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.rpcstress.server.base.ServerJarContract;
import io.rpcstress.server.base.ServerProcess;
import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The jar as every server's jar is held to, and called by a client in Python. */
class MmlServerJarIT extends ServerJarContract {

  MmlServerJarIT() {
    super("mml", 9013);
  }

  @Override
  protected Greeter connect(InetSocketAddress server) throws IOException {
    MmlClient client = new MmlClient(server, Duration.ofSeconds(ServerProcess.PATIENCE_SECONDS));
    return new Greeter() {
      @Override
      public String greet(String name) throws IOException {
        return client.ask(name);
      }

      @Override
      public void close() throws IOException {
        client.close();
      }
    };
  }

  /** Written from technologies/mml/README.md alone: sockets, struct and json. */
  @Test
  void aPythonClientIsAnswered() throws Exception {
    assumeTrue(hasPython(), "no python3 here");
    try (ServerProcess server = ServerProcess.ready("mml")) {
      Process client =
          new ProcessBuilder(
                  "python3",
                  "src/test/python/mml_client.py",
                  Integer.toString(server.address().getPort()))
              .redirectErrorStream(true)
              .start();
      try {
        String output = new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(client.waitFor(ServerProcess.PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(client.exitValue()).as(output).isZero();
        assertThat(output).contains("105 calls answered, 2 refused");
      } finally {
        client.destroyForcibly();
      }
      assertThat(server.usage().callsServed()).isEqualTo(105);
      // Two that the contract does not allow, and one that is no call.
      assertThat(server.usage().callsFailed()).isEqualTo(3);
    }
  }

  private static boolean hasPython() throws InterruptedException {
    try {
      return new ProcessBuilder("python3", "--version")
              .redirectErrorStream(true)
              .redirectOutput(new File("/dev/null"))
              .start()
              .waitFor()
          == 0;
    } catch (IOException missing) {
      return false;
    }
  }
}
