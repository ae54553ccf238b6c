package io.rpcstress.client.harness;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.server.base.ServerProcess;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.awaitility.Awaitility;

/**
 * The client's jar as a process, with what it printed so far. Ended when closed. Servers are {@link
 * SharedServers}'.
 */
final class JarProcess implements AutoCloseable {

  static final long PATIENCE_SECONDS = 300;

  /** JVM options of a client that is to start fast: the compiler that warms up within a second. */
  static final List<String> QUICK_JVM =
      List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData");

  /** {@link #QUICK} for those that make an archive themselves, or start a jar of another place. */
  static final String QUICK_WITHOUT_ARCHIVE = "--jvm-options=" + String.join(" ", QUICK_JVM);

  /**
   * Option of a client whose measuring processes are to start fast, for tests that do not judge
   * what is measured.
   */
  static final String QUICK =
      String.join(" ", QUICK_WITHOUT_ARCHIVE, String.join(" ", ClientArchive.options())).strip();

  final Process process;
  final List<String> out = new CopyOnWriteArrayList<>();
  final List<String> err = new CopyOnWriteArrayList<>();
  private final CountDownLatch read = new CountDownLatch(2);

  private JarProcess(List<String> jvm, Path jar, List<String> arguments) throws IOException {
    this(Path.of(System.getProperty("java.home")), jvm, List.of("-jar", jar.toString()), arguments);
  }

  private JarProcess(Path javaHome, List<String> jvm, List<String> program, List<String> arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(javaHome.resolve("bin/java").toString());
    command.addAll(QUICK_JVM);
    command.addAll(jvm);
    command.addAll(program);
    command.addAll(arguments);
    process = new ProcessBuilder(command).start();
    gather(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8), out);
    gather(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8), err);
  }

  /**
   * The client with these arguments, alone in its folder: a sweep may have put drivers beside it.
   */
  static JarProcess client(String... arguments) throws IOException {
    return client(List.of(), arguments);
  }

  /** The same in a JVM that is given these words, too. */
  static JarProcess client(List<String> jvm, String... arguments) throws IOException {
    List<String> words = new ArrayList<>(ClientArchive.options());
    words.addAll(jvm);
    return new JarProcess(words, shipped(), Arrays.asList(arguments));
  }

  /** A test's own program, with what is in the client's jar. */
  static JarProcess main(Class<?> program, String... arguments) throws IOException {
    String classes =
        shipped().toAbsolutePath() + File.pathSeparator + Path.of("target/test-classes");
    return new JarProcess(
        Path.of(System.getProperty("java.home")),
        ClientArchive.options(),
        List.of("-cp", classes, program.getName()),
        Arrays.asList(arguments));
  }

  /** The words of a command: those of a line, between which are blanks, and others. */
  static String[] words(String line, String... more) {
    List<String> words = new ArrayList<>(List.of(line.split(" ", -1)));
    words.addAll(List.of(more));
    return words.toArray(String[]::new);
  }

  /** The words of a command that calls a technology's server. */
  static String[] calling(String technology, ServerProcess server, String line, String... more) {
    String ports =
        " --port %1$s=%2$d --usage-port %1$s=%3$d"
            .formatted(technology, server.port(), server.usagePort());
    return words(line + ports, more);
  }

  /** The client on another JDK than that of the tests. */
  static JarProcess on(Path javaHome, String... arguments) throws IOException {
    return new JarProcess(
        javaHome, List.of(), List.of("-jar", shipped().toString()), Arrays.asList(arguments));
  }

  /** The client's jar where no driver lies beside it. */
  static Path shipped() {
    return Shipped.JAR;
  }

  private static final class Shipped {
    static final Path JAR = ship();

    private static Path ship() {
      try {
        return shipTo(Files.createDirectories(Path.of("target/shipped")));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /** Puts the shipped client into a folder; returns where it lies there. */
  static Path shipTo(Path folder) throws IOException {
    Path jar = folder.resolve("client-harness.jar");
    Path built = Path.of("target/client-harness.jar").toAbsolutePath();
    if (Files.exists(jar) && Files.isSameFile(jar, built)) {
      return jar; // another JVM of tests may be starting it just now
    }
    Path own = folder.resolve("client-harness.jar." + ProcessHandle.current().pid());
    Files.deleteIfExists(own);
    try {
      Files.createLink(own, built);
    } catch (IOException | UnsupportedOperationException e) { // another file system
      Files.copy(built, own);
    }
    Files.move(own, jar, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    return jar;
  }

  /**
   * A program of a copy of the project. Without the archive: classes that come from it believe that
   * they lie where it was made, and look for drivers there.
   */
  static JarProcess in(Path project, String module, String... arguments) throws IOException {
    return new JarProcess(
        List.of(),
        project.resolve(module).resolve("target").resolve(module + ".jar"),
        Arrays.asList(arguments));
  }

  private void gather(InputStreamReader stream, List<String> lines) {
    Thread thread =
        new Thread(
            () -> {
              try (BufferedReader reader = new BufferedReader(stream)) {
                for (String line; (line = reader.readLine()) != null; ) {
                  lines.add(line);
                }
              } catch (IOException e) {
                // The process is gone.
              }
              read.countDown();
            });
    thread.setDaemon(true);
    thread.start();
  }

  /**
   * Waits until a process that this one started wrote that to its stdout, which this one reads when
   * it has ended, and no sooner.
   */
  void awaitOfChild(String text) {
    Awaitility.await()
        .atMost(PATIENCE_SECONDS, TimeUnit.SECONDS)
        .until(
            () ->
                !process.isAlive()
                    || process.descendants().anyMatch(child -> stdout(child).contains(text)));
    assertThat(process.isAlive()).as("stderr: %s", err).isTrue();
  }

  private static String stdout(ProcessHandle child) {
    Path stdout = Path.of("/proc/" + child.pid() + "/fd/1");
    try {
      // What has just been started may hold this client's own pipe: reading it waits for more, and
      // takes what this test is to be told.
      return Files.isRegularFile(stdout) ? Files.readString(stdout) : "";
    } catch (IOException | RuntimeException e) {
      return ""; // not started yet, or ended
    }
  }

  /** Waits until a line like that was printed. */
  void await(List<String> lines, Predicate<String> like) {
    Awaitility.await()
        .atMost(PATIENCE_SECONDS, TimeUnit.SECONDS)
        .until(() -> lines.stream().anyMatch(like) || !process.isAlive());
    assertThat(lines).as("stderr: %s", err).anyMatch(like);
  }

  /** The exit code, when it has ended by itself and all it printed was read. */
  int exit() throws InterruptedException {
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("still runs: " + err);
    }
    if (!read.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError(
          "ended with %d, and another process holds its stdout or stderr open: %s"
              .formatted(process.exitValue(), err));
    }
    return process.exitValue();
  }

  /** Waits for its end, which has to be a good one; what it printed stays. */
  JarProcess succeeded() throws InterruptedException {
    try (this) {
      assertThat(exit()).as("%s", err).isZero();
    }
    return this;
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }
}
