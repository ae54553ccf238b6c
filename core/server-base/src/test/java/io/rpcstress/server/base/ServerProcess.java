package io.rpcstress.server.base;

import io.rpcstress.contract.Broker;
import io.rpcstress.usage.JvmSettings;
import io.rpcstress.usage.ServerUsage;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/**
 * A server's jar in a process of its own, with the JVM settings of a measurement, but for the
 * compiler: no test judges how fast a server is, and this one warms up within a second.
 */
public final class ServerProcess implements AutoCloseable {
  /** A slow machine is no failure. */
  public static final int PATIENCE_SECONDS = 300;

  private static final String USAGE = ": usage http://";

  private final Process process;
  private final List<String> out = new CopyOnWriteArrayList<>();
  private final List<String> err = new CopyOnWriteArrayList<>();
  private final List<Thread> readers = new ArrayList<>();

  private ServerProcess(Process process) {
    this.process = process;
    readers.add(follow(process.inputReader(StandardCharsets.UTF_8), out));
    readers.add(follow(process.errorReader(StandardCharsets.UTF_8), err));
  }

  /** Starts a technology from the jar of the module under test. */
  public static ServerProcess launch(String technology, String... args) {
    return launch(jarHere(), technology, args);
  }

  private static Path jarHere() {
    try (Stream<Path> files = Files.list(Path.of("target"))) {
      return files
          .filter(file -> file.getFileName().toString().matches("server-[a-z]+\\.jar"))
          .findFirst()
          .orElseThrow(() -> new IllegalStateException("target has no server-<family>.jar"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts a technology from a jar. */
  public static ServerProcess launch(Path jar, String technology, String... args) {
    return launch(List.of(), jar, technology, args);
  }

  /** With the class-data archive of its jar, of which a start by these very words is the trial. */
  private static ServerProcess launchArchived(
      List<String> jvmOptions, Path jar, String technology, String... args) {
    List<String> options = new ArrayList<>();
    if (!technology.equals(Broker.RABBITMQ)) { // its start is that of another program
      options.addAll(
          ClassDataArchive.options(jar, (file, more) -> startAndEnd(more, file, technology, args)));
    }
    options.addAll(jvmOptions);
    return launch(options, jar, technology, args);
  }

  private static void startAndEnd(
      List<String> jvmOptions, Path jar, String technology, String... args) {
    try (ServerProcess server = launch(jvmOptions, jar, technology, args)) {
      server.awaitReadyOrEnd();
      server.terminate();
      server.exitCode();
    }
  }

  private static ServerProcess launch(
      List<String> jvmOptions, Path jar, String technology, String... args) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(JvmSettings.options());
    command.add("-XX:TieredStopAtLevel=1");
    command.addAll(jvmOptions);
    command.add("-jar");
    command.add(jar.toString());
    command.addAll(List.of("--technology", technology));
    command.addAll(List.of(args));
    try {
      return new ServerProcess(new ProcessBuilder(command).start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts it on any free port, unless one is given, and waits until it accepts calls. */
  public static ServerProcess ready(String technology, String... more) {
    return awaited(launchArchived(List.of(), jarHere(), technology, onAnyPort(more)));
  }

  /** Starts one from a jar, on any free port, and waits until it accepts calls. */
  public static ServerProcess ready(Path jar, String technology, String... more) {
    return awaited(launchArchived(List.of(), jar, technology, onAnyPort(more)));
  }

  /** The same in a JVM with further options. */
  public static ServerProcess ready(
      List<String> jvmOptions, Path jar, String technology, String... more) {
    return awaited(launchArchived(jvmOptions, jar, technology, onAnyPort(more)));
  }

  private static String[] onAnyPort(String... more) {
    List<String> args = new ArrayList<>();
    if (!List.of(more).contains("--port")) {
      args.addAll(List.of("--port", "0"));
    }
    args.addAll(List.of(more));
    return args.toArray(String[]::new);
  }

  private static ServerProcess awaited(ServerProcess server) {
    server.awaitReadyOrEnd();
    if (!server.isReady()) {
      throw new AssertionError("not ready: " + server.err);
    }
    return server;
  }

  private void awaitReadyOrEnd() {
    Awaitility.await()
        .atMost(PATIENCE_SECONDS, TimeUnit.SECONDS)
        .pollInterval(10, TimeUnit.MILLISECONDS) // hundreds are awaited
        .until(() -> isReady() || !process.isAlive());
  }

  /** It printed both its addresses: different threads read the two streams. */
  private boolean isReady() {
    return !out.isEmpty() && err.stream().anyMatch(line -> line.contains(USAGE));
  }

  /** The lines on standard output so far. */
  public List<String> out() {
    return List.copyOf(out);
  }

  /** The lines on standard error so far. */
  public List<String> err() {
    return List.copyOf(err);
  }

  /** The address where it reported to accept calls. */
  public InetSocketAddress address() {
    String line = out.get(0);
    int colon = line.lastIndexOf(':');
    return new InetSocketAddress(
        line.substring(line.lastIndexOf(' ') + 1, colon),
        Integer.parseInt(line.substring(colon + 1)));
  }

  /** The reported address of its usage. */
  public URI usageAddress() {
    return err.stream()
        .filter(line -> line.contains(USAGE))
        .map(line -> URI.create(line.substring(line.indexOf("http://"))))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no usage line in " + err));
  }

  /** The port where it accepts calls. */
  public int port() {
    return address().getPort();
  }

  public int usagePort() {
    return usageAddress().getPort();
  }

  /** Its usage counters now. */
  public ServerUsage usage() {
    return ServerUsage.parse(get(usageAddress()).body());
  }

  /** One HTTP request without a body. */
  public static Reply request(String method, URI address) {
    try {
      HttpURLConnection http = (HttpURLConnection) address.toURL().openConnection();
      http.setRequestMethod(method);
      http.setReadTimeout((int) TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
      int status = http.getResponseCode();
      try (var in = status < 400 ? http.getInputStream() : http.getErrorStream()) {
        return new Reply(status, new String(in.readAllBytes(), StandardCharsets.UTF_8));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A GET request. */
  public static Reply get(URI address) {
    return request("GET", address);
  }

  /** Its id on this host. */
  public long pid() {
    return process.pid();
  }

  /** Sends SIGTERM. Its output from then on is read, too: see {@link #kill}. */
  public void terminate() {
    process.toHandle().destroy();
  }

  /** Waits for its end; all it printed can then be read. */
  public int exitCode() {
    try {
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError("still running; " + out + err);
      }
      for (Thread reader : readers) {
        reader.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
        if (reader.isAlive()) {
          throw new AssertionError("it ended, and a child of it holds its output; " + out + err);
        }
      }
      return process.exitValue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Whether it has not ended. */
  public boolean isAlive() {
    return process.isAlive();
  }

  /**
   * Ends it at once, as a crash would. By its handle: {@link Process#destroyForcibly} closes what
   * its output is read from, too.
   */
  public void kill() {
    process.toHandle().destroyForcibly();
  }

  @Override
  public void close() {
    kill();
  }

  private static Thread follow(BufferedReader reader, List<String> into) {
    Thread thread = new Thread(() -> reader.lines().forEach(into::add), "server-output");
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  /** What an HTTP request brought. */
  public record Reply(int status, String body) {}
}
