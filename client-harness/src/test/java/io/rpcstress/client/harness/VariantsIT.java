package io.rpcstress.client.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.server.base.ServerProcess;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server of another variant than the one that is needed. */
class VariantsIT {

  @TempDir Path folder;

  @Test
  void aSweepDoesNotBeginOnAServerOfTheOtherVariant() throws Exception {
    String sweep = folder.resolve("s").toString();
    ServerProcess tuned = SharedServers.tuned("grpc");
    String[] begin =
        JarProcess.calling("grpc", tuned, "sweep begin " + sweep + " --protocols grpc --threads 1");
    JarProcess.client(begin).succeeded();
    try (JarProcess await = JarProcess.client("sweep", "await", sweep, "--wait", "10")) {
      assertThat(await.exit()).isEqualTo(1);
      assertThat(await.err)
          .singleElement()
          .asString()
          .startsWith("grpc needs a server started with --variant example at 127.0.0.1:")
          .endsWith("runs tuned");
    }
  }
}
