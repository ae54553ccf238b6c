package io.rpcstress.analysis.sample;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A PostgreSQL of the test's own: its own folder, a free port on the loopback address, an
 * unprivileged user, ended by its process id. Needs the server's package and nothing running.
 */
public final class PrivateServer implements AutoCloseable {

  /** The database's user. */
  public static final String USER = "rpcstress";

  /** The user's password; the server asks for it. */
  public static final String PASSWORD = "not-in-the-arguments";

  private static final Duration STARTS_WITHIN = Duration.ofMinutes(2);
  private static final long COMMAND_SECONDS = 300;

  private final Process process;
  private final Path folder;
  private final String url;

  private PrivateServer(Process process, Path folder, String url) {
    this.process = process;
    this.folder = folder;
    this.url = url;
  }

  /** The JDBC URL, without a password. */
  public String url() {
    return url;
  }

  /** PostgreSQL; empty where it is not installed. */
  public static Optional<PrivateServer> postgresql() throws Exception {
    Optional<Path> initdb = newest("/usr/lib/postgresql", "bin/initdb");
    if (initdb.isEmpty()) {
      return Optional.empty();
    }
    Path bin = initdb.get().getParent();
    Path folder = folder();
    Path data = folder.resolve("data");
    Path password = Files.writeString(folder.resolve("password"), PASSWORD + "\n");
    own(folder);
    run(
        folder,
        initdb.get().toString(),
        "-D",
        data.toString(),
        "-U",
        USER,
        "-E",
        "UTF8",
        "--no-sync",
        "--auth=scram-sha-256",
        "--pwfile=" + password);
    int port = freePort();
    Process process =
        start(
            folder,
            bin.resolve("postgres").toString(),
            "-D",
            data.toString(),
            "-p",
            Integer.toString(port),
            "-h",
            "127.0.0.1",
            "-k",
            folder.toString(),
            "-c",
            "fsync=off");
    PrivateServer server =
        new PrivateServer(process, folder, "jdbc:postgresql://127.0.0.1:" + port + "/postgres");
    server.awaitUntilItAnswers(server.url, USER, PASSWORD);
    return Optional.of(server);
  }

  @Override
  public void close() throws IOException {
    // setpriv replaces itself by the server, so this is the server's own process.
    process.destroy();
    process.onExit().completeOnTimeout(process, COMMAND_SECONDS, TimeUnit.SECONDS).join();
    process.destroyForcibly().onExit().join();
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path done, IOException failure)
              throws IOException {
            Files.delete(done);
            return FileVisitResult.CONTINUE;
          }
        });
  }

  private void awaitUntilItAnswers(String url, String user, String password) {
    try {
      await()
          .atMost(STARTS_WITHIN)
          .pollInterval(Duration.ofMillis(200))
          .ignoreExceptionsInstanceOf(SQLException.class)
          .until(
              () -> {
                if (!process.isAlive()) {
                  throw new IllegalStateException(
                      "the server ended: " + Files.readString(folder.resolve("log")));
                }
                DriverManager.getConnection(url, user, password).close();
                return true;
              });
    } catch (RuntimeException e) {
      process.destroyForcibly();
      throw e;
    }
  }

  private static Path folder() throws IOException {
    // Short, since a socket's path is limited to about 100 characters.
    return Files.createTempDirectory(Path.of("/tmp"), "db");
  }

  private static Optional<Path> newest(String folder, String program) throws IOException {
    Path root = Path.of(folder);
    if (!Files.isDirectory(root)) {
      return Optional.empty();
    }
    try (Stream<Path> versions = Files.list(root)) {
      return versions
          .map(v -> v.resolve(program))
          .filter(Files::isExecutable)
          .sorted()
          .reduce((a, b) -> b);
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private static boolean isRoot() {
    return "root".equals(System.getProperty("user.name"));
  }

  /** Database servers refuse to run as root. */
  private static List<String> unprivileged(String... command) {
    List<String> all = new ArrayList<>();
    if (isRoot()) {
      all.addAll(List.of("setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"));
    }
    all.addAll(List.of(command));
    return all;
  }

  private static void own(Path folder) throws Exception {
    if (isRoot()) {
      Process chown =
          new ProcessBuilder("chown", "-R", "nobody:nogroup", folder.toString()).start();
      if (chown.waitFor() != 0) {
        throw new IllegalStateException("chown failed");
      }
    }
  }

  private static void run(Path folder, String... command) throws Exception {
    Process process = start(folder, command);
    if (!process.waitFor(COMMAND_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
      process.destroyForcibly();
      throw new IllegalStateException(
          command[0] + " failed: " + Files.readString(folder.resolve("log")));
    }
  }

  private static Process start(Path folder, String... command) {
    try {
      return new ProcessBuilder(unprivileged(command))
          .directory(folder.toFile())
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve("log").toFile()))
          .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
