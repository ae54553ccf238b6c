package io.rpcstress.rpcx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * No call pins a virtual thread, neither the caller's nor that of a handler which waits. Runs where
 * a JDK with virtual threads is installed beside the one that runs the tests, or is that one.
 */
class VirtualThreadsTest {
  private static final int FIRST_WITH_VIRTUAL_THREADS = 21;
  private static final int CALLERS = 990;
  private static final int CALLS = 2;
  private static final Pattern VERSION = Pattern.compile("JAVA_VERSION=\"(\\d+)");

  @TempDir private Path folder;

  private static int version(Path jdk) {
    try {
      Matcher version = VERSION.matcher(Files.readString(jdk.resolve("release")));
      return version.find() && Files.isExecutable(java(jdk))
          ? Integer.parseInt(version.group(1))
          : 0;
    } catch (IOException e) {
      return 0;
    }
  }

  private static Path java(Path jdk) {
    return jdk.resolve("bin").resolve("java");
  }

  /** The newest JDK in the folder of the running one, or that one. */
  private static Path newestJdk() throws IOException {
    Path running = Path.of(System.getProperty("java.home"));
    try (Stream<Path> siblings = Files.list(running.resolve(".."))) {
      return Stream.concat(Stream.of(running), siblings)
          .max((a, b) -> Integer.compare(version(a), version(b)))
          .orElse(running);
    }
  }

  @Test
  void noCallPinsAVirtualThread() throws Exception {
    Path jdk = newestJdk();
    assumeTrue(
        version(jdk) >= FIRST_WITH_VIRTUAL_THREADS, "no JDK with virtual threads is installed");
    Path printed = folder.resolve("printed");
    Process process =
        new ProcessBuilder(
                List.of(
                    java(jdk).toString(),
                    "-Xmx256m",
                    "-cp",
                    System.getProperty("java.class.path"),
                    VirtualCallers.class.getName(),
                    String.valueOf(CALLERS),
                    String.valueOf(CALLS)))
            .redirectErrorStream(true)
            .redirectOutput(printed.toFile())
            .start();
    try {
      assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    String output = Files.readString(printed);
    assertThat(output.lines())
        .as(output)
        .contains("answered " + 2 * 2 * CALLERS * CALLS, "pinned 0")
        .anyMatch(line -> line.matches("control [1-9]\\d*"));
    assertThat(process.exitValue()).isZero();
  }
}
