package io.rpcstress.client.harness.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What is said of a recording once its process has ended. */
class ProfileOptionTest {

  private static final Point POINT = new Point("tcp", Point.EXAMPLE, 2, 10, RequestMode.TOTAL);

  @TempDir Path folder;

  private String told() {
    ProfileOption option = CommandLine.populateCommand(new ProfileOption(), "--profile", "jfr");
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    option.tell(POINT, folder, new PrintStream(said, true, StandardCharsets.UTF_8));
    return said.toString(StandardCharsets.UTF_8);
  }

  @Test
  void aFileThatTheRecorderMadeAndNeverFilledIsNoRecording() throws Exception {
    assertThat(told()).contains("the recorder left no ");
    Path file =
        Files.createDirectories(folder.resolve("profile"))
            .resolve(POINT.directoryName() + "-" + POINT.fileStem() + ".jfr");
    Files.createFile(file);
    assertThat(told()).contains("the recorder left no ", file.toString());
    Files.writeString(file, "FLR");
    assertThat(told()).contains("was profiled", file.toString());
  }
}
