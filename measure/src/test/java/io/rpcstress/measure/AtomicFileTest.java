package io.rpcstress.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file that appears whole or not at all. */
class AtomicFileTest {

  @TempDir Path folder;

  @Test
  void aFolderInItsPlaceIsNamedAndNothingIsLeftBehind() throws IOException {
    Path taken = Files.createDirectory(folder.resolve("report.html"));

    assertThatThrownBy(() -> AtomicFile.write(taken, "text"))
        .isInstanceOf(IOException.class)
        .hasMessage(taken + ": is a folder where a file is to be written: take it away");

    try (Stream<Path> there = Files.list(folder)) {
      assertThat(there).containsExactly(taken);
    }
  }
}
