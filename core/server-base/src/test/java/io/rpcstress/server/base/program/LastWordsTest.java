package io.rpcstress.server.base.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the end of a program is reported. */
class LastWordsTest {

  @TempDir Path folder;

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  @Test
  void aSignalIsNamedWithoutABannerAndOldWarnings() throws IOException {
    Path words = file("words", "  ##  ##  RabbitMQ 3.12\n  Starting broker... completed.\n");
    Path log = file("log", "[warning] memory is low\n".repeat(200));
    assertThat(LastWords.of(137, List.of(words, log)))
        .isEqualTo("exit code 137, which is signal 9");
  }

  @Test
  void theLastErrorIsReportedAndNoLineIsLong() throws IOException {
    Path words = file("words", "an old error\n");
    Path log =
        file("log", "[error] first\n[error] last\u0007 " + "x".repeat(900) + "\n[notice] bye\n");
    assertThat(LastWords.of(1, List.of(words, log)))
        .startsWith("exit code 1; the last error it reported: [error] last? xxx")
        .endsWith("x...")
        .hasSizeLessThan(400);
    assertThat(LastWords.of(134, List.of(words)))
        .isEqualTo("exit code 134, which is signal 6; the last error it reported: an old error");
  }

  @Test
  void aProgramWithoutAnErrorHasItsLastLineAndASilentOneItsCode() throws IOException {
    Path words = file("words", "started\ngood bye\n\n");
    assertThat(LastWords.of(3, List.of(words, folder.resolve("none"))))
        .isEqualTo("exit code 3; its last line: good bye");
    assertThat(LastWords.of(255, List.of())).isEqualTo("exit code 255");
  }
}
