package io.rpcstress.client.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.driver.Address;
import io.rpcstress.engine.point.UsageReader;
import io.rpcstress.measure.FailedPoint;
import io.rpcstress.measure.FailureCause;
import io.rpcstress.measure.RawFiles;
import io.rpcstress.server.base.ServerProcess;
import io.rpcstress.usage.ServerUsage;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server of another variant than the one that is needed. */
class VariantsIT {

  @TempDir Path folder;

  private static ServerUsage usage(ServerProcess server) throws Exception {
    return new UsageReader(new Address("127.0.0.1", server.usagePort())).usage();
  }

  @Test
  void aPointWhoseServerIsOfTheOtherVariantFailsBeforeItsFirstCall() throws Exception {
    ServerProcess example = SharedServers.example("grpc");
    long before = usage(example).callsServed();
    try (JarProcess client =
        JarProcess.client(
            JarProcess.calling(
                "grpc@tuned",
                example,
                "run --protocol grpc@tuned --threads 4 --requests 4 --runs 2 --out " + folder,
                JarProcess.QUICK))) {
      assertThat(client.exit()).isEqualTo(1);
      String refusal =
          "grpc@tuned needs a server started with --variant tuned at 127.0.0.1:%d; the one there"
              .formatted(example.port());
      assertThat(client.err).anyMatch(line -> line.contains(refusal + " runs example"));
      assertThat(usage(example).callsServed()).isEqualTo(before);
    }
    FailedPoint failed = RawFiles.readFailed(folder.resolve("raw/grpc@tuned/t4-r4.FAILED"));
    assertThat(failed.cause()).isEqualTo(FailureCause.WRONG_SERVER);
  }

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
