package io.rpcstress.usage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BuildTest {

  @TempDir private Path folder;

  private Path jar(String name) throws IOException {
    Path jar = folder.resolve(name);
    Files.createDirectories(jar.getParent());
    return Files.createFile(jar);
  }

  private String analysisSeenFrom(String running) {
    return Build.jar("analysis", folder.resolve(running).toString());
  }

  @Test
  void aJarIsNamedWhereTheBuildLeavesIt() throws IOException {
    String built = jar("analysis/target/analysis.jar").toString();

    assertThat(analysisSeenFrom("analysis/target/analysis.jar")).isEqualTo(built);
    assertThat(analysisSeenFrom("client-harness/target/client-harness.jar")).isEqualTo(built);
    assertThat(analysisSeenFrom("companions/message-pack/target/message-pack.jar"))
        .isEqualTo(built);
  }

  @Test
  void aJarIsNamedBesideTheRunningOneInAnUnpackedArchive() throws IOException {
    String beside = jar("rpc-stress/analysis.jar").toString();

    assertThat(analysisSeenFrom("rpc-stress/client-harness.jar")).isEqualTo(beside);
    assertThat(analysisSeenFrom("rpc-stress/analysis.jar")).isEqualTo(beside);
  }

  @Test
  void aJarThatIsInNeitherPlaceIsNamedAlone() {
    assertThat(analysisSeenFrom("client-harness.jar")).isEqualTo("analysis.jar");
  }
}
