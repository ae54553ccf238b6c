package io.rpcstress.client.harness.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.client.harness.plan.Jvms;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Servers of a process that ends, which is one of its own here. */
@Timeout(60)
class ServerControlTest {

  private static final List<String> SERVER = List.of("tcp");

  @TempDir private Path folder;

  @Test
  void noServerIsStartedByAProcessThatIsEnding() throws Exception {
    assertThat(endingWith("start", "echo called"))
        .isEqualTo("InterruptedException: this process is ending, so servers stay as they are");
    assertThat(folder.resolve("log")).doesNotExist();
  }

  @Test
  void whatTheEndWaitsForMayStartServers() throws Exception {
    assertThat(endingWith("start-at-end", "echo \"$*\"")).isEqualTo("true");
    assertThat(folder.resolve("log")).hasContent("start tcp");
  }

  @Test
  void aStartThatIsUnderWayIsWaitedFor() throws Exception {
    String unused = endingWith("start-before", "echo called; sleep 1; echo up");
    assertThat(folder.resolve("log")).hasContent("called\nup");
  }

  @Test
  void aProgramThatCannotBeStartedIsNotWaitedFor() throws Exception {
    assertThat(endingWith("missing", "")).startsWith("IOException: ");
  }

  /** What it prints. */
  private String endingWith(String what, String script) throws IOException, InterruptedException {
    Path program = folder.resolve("program");
    Files.createFile(
        program,
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    Files.writeString(program, "#!/bin/sh\n" + script + "\n");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Ending.class.getName(),
                what,
                folder.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    process.getOutputStream().close();
    String printed =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    assertThat(process.waitFor()).isZero();
    return printed;
  }

  /** The process that ends. */
  static final class Ending {

    private Ending() {}

    public static void main(String[] args) throws IOException, InterruptedException {
      Path folder = Path.of(args[1]);
      Path log = folder.resolve("log");
      ServerControl control = new ServerControl(folder.resolve("program"), log);
      switch (args[0]) {
        case "start" -> atEnd(control);
        case "start-at-end" -> atEnd(control.atEnd());
        case "start-before" -> {
          Thread starting = new Thread(() -> start(control));
          starting.setDaemon(true);
          starting.start();
          while (Files.notExists(log) || Files.size(log) == 0) {
            Thread.sleep(10);
          }
        }
        default -> start(new ServerControl(folder.resolve(args[0]), log));
      }
      System.exit(0);
    }

    private static void atEnd(ServerControl control) {
      Runtime.getRuntime().addShutdownHook(new Thread(() -> start(control)));
    }

    private static void start(ServerControl control) {
      try {
        System.out.println(control.start(SERVER, Jvms.ANY));
      } catch (IOException | InterruptedException e) {
        System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage());
      }
    }
  }
}
