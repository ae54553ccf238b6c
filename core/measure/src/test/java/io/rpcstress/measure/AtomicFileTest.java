package io.rpcstress.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
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
        .hasMessage(taken + ": is a folder, but a file is to be written: move it away");

    try (Stream<Path> there = Files.list(folder)) {
      assertThat(there).containsExactly(taken);
    }
  }

  @Test
  void whatAKilledWriterLeftIsRemovedAndAFileBeingWrittenStays() throws Exception {
    Process killed = new ProcessBuilder("sleep", "60").start();
    killed.destroyForcibly().waitFor();
    Path results = Files.createDirectories(folder.resolve("raw/tcp"));
    Path left = Files.writeString(results.resolve(".tcp.csv." + killed.pid() + ".tmp"), "thr");
    long own = ProcessHandle.current().pid();
    Path written = Files.writeString(results.resolve(".tcp.hlog." + own + ".tmp"), "#[Hist");
    Path older = Files.writeString(folder.resolve(".sweep.json." + own + ".tmp"), "{");
    Files.setLastModifiedTime(older, FileTime.from(Instant.EPOCH)); // of another of that number
    Path other = Files.writeString(folder.resolve("notes." + killed.pid() + ".tmp"), "mine");
    Path named = Files.createDirectory(folder.resolve(".folder." + killed.pid() + ".tmp"));
    Path deeper = Files.createDirectories(results.resolve("search/probe"));
    Path beyond = Files.writeString(deeper.resolve(".rate.csv." + killed.pid() + ".tmp"), "thr");
    Path link = Files.createSymbolicLink(folder.resolve("link"), results.getParent());

    AtomicFile.removeAbandoned(folder, 1);
    assertThat(left).as("no file of the folder's own").exists();
    assertThat(older).doesNotExist();
    AtomicFile.removeAbandoned(link, 2);
    assertThat(beyond).exists();

    assertThat(left).doesNotExist();
    assertThat(written).exists();
    assertThat(other).exists();
    assertThat(named).exists();
    AtomicFile.removeAbandoned(folder.resolve("missing"), 1);
  }
}
