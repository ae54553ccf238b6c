package io.rpcstress.usage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ThreadShortageTest {

  @Test
  void theRemedyNamesTheLimitAndHowToRaiseIt(@TempDir Path root) throws IOException {
    Files.createDirectories(root.resolve("proc/self"));
    Files.writeString(root.resolve("proc/self/limits"), "Max processes  60  96365  processes\n");

    assertThat(ThreadShortage.remedy(HostFacts.read(root)))
        .contains("60 processes and threads (ulimit -u)", "pids.max", "raise");
  }

  @Test
  void aHeapThatIsFullIsNone() {
    assertThat(ThreadShortage.isIn("Java heap space")).isFalse();
    assertThat(ThreadShortage.isIn("unable to create native thread: possibly out of memory"))
        .isTrue();
  }
}
