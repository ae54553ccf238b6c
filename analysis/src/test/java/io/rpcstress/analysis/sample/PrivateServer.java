package io.rpcstress.analysis.sample;

import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A PostgreSQL of the test's own: its own folder, a free port on the loopback address, an
 * unprivileged user. Needs the server's package and nothing running.
 */
public final class PrivateServer implements AutoCloseable {

  /** The database's user. */
  public static final String USER = "rpcstress";

  /** The user's password, which the server requires. */
  public static final String PASSWORD = "not-in-the-arguments";

  private static final Path INSTALLED = Path.of("/usr/lib/postgresql");
  private static final long COMMAND_SECONDS = 300;

  private final Path bin;
  private final Path folder;
  private final String data;
  private final String url;

  /** PostgreSQL; empty where it is not installed. */
  public static Optional<PrivateServer> postgresql() throws IOException {
    if (!Files.isDirectory(INSTALLED)) {
      return Optional.empty();
    }
    try (Stream<Path> versions = Files.list(INSTALLED)) {
      Optional<Path> newest =
          versions
              .map(version -> version.resolve("bin"))
              .filter(bin -> Files.isExecutable(bin.resolve("initdb")))
              .max(Comparator.naturalOrder());
      return newest.isEmpty() ? Optional.empty() : Optional.of(new PrivateServer(newest.get()));
    }
  }

  private PrivateServer(Path bin) throws IOException {
    this.bin = bin;
    // Short, since a socket's path is limited to about 100 characters.
    this.folder = Files.createTempDirectory(Path.of("/tmp"), "db");
    this.data = folder.resolve("data").toString();
    int port = freePort();
    this.url = "jdbc:postgresql://127.0.0.1:" + port + "/postgres";
    Path password = Files.writeString(folder.resolve("password"), PASSWORD + "\n");
    if (isRoot()) {
      run("chown", "-R", "nobody:nogroup", folder.toString());
    }
    run(
        unprivileged(
            "initdb",
            "-U",
            USER,
            "-E",
            "UTF8",
            "--no-sync",
            "--auth=scram-sha-256",
            "--pwfile=" + password));
    String options = "-p %d -h 127.0.0.1 -k %s -c fsync=off".formatted(port, folder);
    try {
      run(unprivileged("pg_ctl", "-w", "-o", options, "start"));
    } catch (IOException e) {
      close(); // it may have started all the same
      throw e;
    }
  }

  /** The JDBC URL, without a password. */
  public String url() {
    return url;
  }

  @Override
  public void close() throws IOException {
    try {
      run(unprivileged("pg_ctl", "-w", "-m", "fast", "stop"));
    } finally {
      try (Stream<Path> all = Files.walk(folder)) {
        all.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
      }
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

  /** One of PostgreSQL's programs, on the data: they refuse to run as root. */
  private String[] unprivileged(String program, String... arguments) {
    List<String> all = new ArrayList<>();
    if (isRoot()) {
      all.addAll(List.of("setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"));
    }
    all.addAll(List.of(bin.resolve(program).toString(), "-D", data));
    all.addAll(List.of(arguments));
    return all.toArray(String[]::new);
  }

  private void run(String... command) throws IOException {
    Path log = folder.resolve("log");
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    process.onExit().completeOnTimeout(process, COMMAND_SECONDS, TimeUnit.SECONDS).join();
    if (process.isAlive() || process.exitValue() != 0) {
      process.destroyForcibly();
      throw new IllegalStateException(String.join(" ", command) + ": " + Files.readString(log));
    }
  }
}
