package io.rpcstress.client.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a person sees while and after a load runs, and what a script stops for. */
@Tag("long")
class WatchedIT {

  @TempDir Path folder;

  private JarProcess client(String line) throws IOException {
    return JarProcess.client(
        JarProcess.calling(
            "tcp",
            SharedServers.example("tcp"),
            line + " --protocol tcp --out " + folder,
            JarProcess.QUICK));
  }

  @Test
  void aRateTellsALineASecondAndKeepsItOutOfTheLog() throws Exception {
    JarProcess client = client("rate --rate 50 --duration 3s --warmup 0s --live").succeeded();
    assertThat(client.err.stream().filter(line -> line.matches(" *[0-9]+ s .*calls/s .*errors")))
        .hasSizeBetween(2, 4);
    assertThat(folder.resolve("log")).doesNotExist();
  }

  @Test
  void aSessionOfASweepTellsALineASecondAndRecordsItsProcesses() throws Exception {
    String[] begin =
        JarProcess.calling(
            "tcp",
            SharedServers.example("tcp"),
            "sweep begin %s --protocols tcp --rate 50 --duration 2s --warmup 0s --threads 2"
                .formatted(folder));
    JarProcess.client(begin).succeeded();
    JarProcess sweep =
        JarProcess.client("sweep", "measure", folder.toString(), "--live", "--profile", "jfr")
            .succeeded();
    assertThat(sweep.err).anyMatch(line -> line.matches(" *1 s .*calls/s  p99 .*  0 errors"));
    assertThat(folder.resolve("profile/tcp-rate50-constant-2s-warmup0s.jfr")).isNotEmptyFile();
    assertThat(folder.resolve("raw/tcp/rate50-constant-2s-warmup0s.csv"))
        .content()
        .contains("profiled");
  }
}
