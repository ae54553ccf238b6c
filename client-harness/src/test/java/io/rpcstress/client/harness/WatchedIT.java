package io.rpcstress.client.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A session of a sweep that records its processes. */
@Tag("long")
class WatchedIT {

  @TempDir Path folder;

  @Test
  void aSessionOfASweepRecordsItsProcesses() throws Exception {
    String[] begin =
        JarProcess.calling(
            "tcp",
            SharedServers.example("tcp"),
            "sweep begin %s --protocols tcp --rate 50 --duration 2s --warmup 0s --threads 2"
                .formatted(folder));
    JarProcess.client(begin).succeeded();
    JarProcess.client("sweep", "measure", folder.toString(), "--profile", "jfr").succeeded();
    assertThat(folder.resolve("profile/tcp-rate50-constant-2s-warmup0s.jfr")).isNotEmptyFile();
    assertThat(folder.resolve("raw/tcp/rate50-constant-2s-warmup0s.csv"))
        .content()
        .contains("profiled");
  }
}
