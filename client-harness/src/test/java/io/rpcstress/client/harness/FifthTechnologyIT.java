package io.rpcstress.client.harness;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A copy of the tcp server and driver under another name is a fifth technology, in a copy of the
 * project in which nothing else changes but the two lists.
 */
class FifthTechnologyIT {

  private static final long BUILD_MINUTES = 15;
  private static final Set<String> NOT_SOURCE = Set.of("target", "results", ".git", ".run");

  @TempDir Path project;

  @Test
  void aCopiedServerAndDriverAreKnownThroughTheTwoListsAlone() throws Exception {
    assumeTrue(works("mvn", "-v"), "no Maven here");
    copy(Path.of(".."), project, false);
    copy(project.resolve("server-tcp"), project.resolve("server-tcq"), true);
    Path drivers =
        project.resolve("client-harness/src/main/java/io/rpcstress/client/harness/driver");
    copy(drivers.resolve("tcp"), drivers.resolve("tcq"), true);
    replace(
        project.resolve("pom.xml"),
        "<module>server-tcp</module>",
        "<module>server-tcp</module><module>server-tcq</module>");
    replace(
        drivers.resolve("Drivers.java"),
        "new TcpDriver()",
        "new TcpDriver(), new io.rpcstress.client.harness.driver.tcq.TcqDriver()");

    Path log = project.resolve("build.log");
    Process build =
        new ProcessBuilder(
                "mvn",
                "-o",
                "-q",
                "-B",
                "-DskipTests",
                "-Dspotless.check.skip=true",
                "-Dcheckstyle.skip=true",
                "-Denforcer.skip=true",
                "-pl",
                "server-tcq,client-harness",
                "-am",
                "package")
            .directory(project.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      assertThat(build.waitFor(BUILD_MINUTES, TimeUnit.MINUTES)).isTrue();
    } finally {
      build.destroyForcibly();
    }
    assertThat(build.exitValue()).as(Files.readString(log)).isZero();

    try (Jar list = Jar.in(project, "client-harness", "list")) {
      assertThat(list.exit()).isZero();
      assertThat(list.out).anyMatch(line -> line.startsWith("tcq ") && line.contains("type 5"));
    }
    try (Jar server = Jar.readyIn(project, "tcq");
        Jar client =
            Jar.in(
                project,
                "client-harness",
                "run",
                "--protocol",
                "tcq",
                "--port",
                "tcq=" + server.port(),
                "--usage-port",
                "tcq=" + server.usagePort(),
                "--threads",
                "7",
                "--requests",
                "100",
                "--runs",
                "2",
                "--out",
                project.resolve("out").toString())) {
      assertThat(client.exit()).as("%s", client.err).isZero();
    }
    assertThat(project.resolve("out/raw/tcq/t7-r100.csv")).isNotEmptyFile();
  }

  private static boolean works(String... command) throws InterruptedException {
    try {
      return new ProcessBuilder(command)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    }
  }

  /** Copies a tree without what is built; under another name where asked. */
  private static void copy(Path from, Path to, boolean renamed) throws IOException {
    Files.walkFileTree(
        from,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes)
              throws IOException {
            if (NOT_SOURCE.contains(folder.getFileName().toString())) {
              return FileVisitResult.SKIP_SUBTREE;
            }
            Files.createDirectories(there(folder));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            if (renamed) {
              Files.writeString(there(file), rename(Files.readString(file)));
            } else if (!file.getFileName().toString().equals(".git")) {
              Files.copy(file, there(file));
            }
            return FileVisitResult.CONTINUE;
          }

          private Path there(Path path) {
            String relative = from.relativize(path).toString();
            return to.resolve(renamed ? rename(relative) : relative);
          }
        });
  }

  private static String rename(String text) {
    return text.replace("tcp", "tcq")
        .replace("Tcp", "Tcq")
        .replace("TcqNoDelay", "TcpNoDelay") // the JDK's own name
        .replace("9004", "9005")
        .replaceAll("(\"tcq\",\\s*)4,", "$1" + "5,");
  }

  private static void replace(Path file, String what, String with) throws IOException {
    String text = Files.readString(file);
    assertThat(text).contains(what);
    Files.writeString(file, text.replace(what, with));
  }
}
