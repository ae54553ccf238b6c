package io.rpcstress.server.proxy;

import io.rpcstress.usage.ProcessUsage;
import io.rpcstress.usage.ProgramUsage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * A proxy's process in a folder of its own, which nobody else can enter, and which is removed when
 * it is stopped. Its children belong to it. Thread-safe.
 */
final class RunningProxy {

  private static final Duration CHECK_TIME = Duration.ofSeconds(20);
  private static final Duration START_TIME = Duration.ofSeconds(20);
  private static final int CONNECT_MILLIS = 500;
  private static final long POLL_MILLIS = 20;
  private static final int MAX_WORDS = 4_000;
  private static final long SIGNAL_MILLIS = 500;
  private static final Counted NOTHING_COUNTED =
      new Counted(ProcessUsage.UNKNOWN, ProcessUsage.UNKNOWN);

  private final ProxyProgram program;
  private final Route route;
  private final Path folder;
  private final String configuration;
  private final Process process;
  private final ProgramUsage usage;
  private final AdminSocket admin;
  private final long startedMillis;
  private volatile boolean stopping;

  private RunningProxy(
      ProxyProgram program, Route route, Path folder, String configuration, Process process) {
    this.program = program;
    this.route = route;
    this.folder = folder;
    this.configuration = configuration;
    this.process = process;
    this.startedMillis =
        process.info().startInstant().map(Instant::toEpochMilli).orElse(ProcessUsage.UNKNOWN);
    this.usage = new ProgramUsage(process.toHandle());
    this.admin = new AdminSocket(folder);
  }

  /**
   * Has the program check its configuration, starts it, and returns when it listens.
   *
   * @throws IOException where it does not; the message has the program's own words
   */
  static RunningProxy start(ProxyProgram program, Path file, Route route)
      throws IOException, InterruptedException {
    Path folder =
        Files.createTempDirectory(
            "rpc-stress-" + program.path().label() + "-",
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    try {
      Path written = folder.resolve(program.fileName());
      String configuration = program.configuration(route, folder);
      Files.writeString(written, configuration);
      check(program, file, written, folder);
      RunningProxy proxy =
          new RunningProxy(
              program,
              route,
              folder,
              configuration,
              builder(endingWithThis(program.run(file, written, route), folder), folder).start());
      proxy.awaitUp();
      return proxy;
    } catch (IOException | InterruptedException | RuntimeException e) {
      remove(folder);
      throw e;
    }
  }

  /**
   * The kernel ends it when the thread that starts it does, which lives as long as this process; on
   * a host whose setpriv knows nothing of that, it outlives a process that is killed.
   */
  private static List<String> endingWithThis(List<String> command, Path folder)
      throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of("setpriv", "--pdeathsig", "TERM", "--"));
    List<String> probe = new ArrayList<>(words);
    probe.add("true");
    if (!canRun(probe, folder)) {
      words.clear();
    }
    words.addAll(command);
    return words;
  }

  private static boolean canRun(List<String> command, Path folder) throws InterruptedException {
    try {
      return builder(command, folder)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException notThere) {
      return false;
    }
  }

  private static ProcessBuilder builder(List<String> command, Path folder) {
    return new ProcessBuilder(command)
        .directory(folder.toFile())
        .redirectInput(Path.of("/dev/null").toFile())
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(output(folder).toFile()));
  }

  private static void check(ProxyProgram program, Path file, Path written, Path folder)
      throws IOException, InterruptedException {
    Process check = builder(program.check(file, written), folder).start();
    if (!check.waitFor(CHECK_TIME.toSeconds(), TimeUnit.SECONDS)) {
      check.destroyForcibly();
      throw new IOException(
          program.path().label() + " did not check its configuration within " + CHECK_TIME);
    }
    if (check.exitValue() != 0) {
      throw new IOException(
          "%s refuses its configuration: %s".formatted(program.path().label(), said(folder, file)));
    }
  }

  private static String said(Path folder, Path file) {
    String said = said(folder);
    return said.isEmpty() ? file + " says nothing" : said;
  }

  private void awaitUp() throws IOException, InterruptedException {
    long end = System.nanoTime() + START_TIME.toNanos();
    IOException why = new IOException("nothing listens at " + Route.text(route.listen()));
    while (System.nanoTime() - end < 0) {
      if (!process.isAlive()) {
        throw new IOException(program.path().label() + " ended: " + words());
      }
      try (Socket probe = new Socket()) {
        program.counted(admin, route); // first: whoever listens at the port might be another
        probe.connect(route.listen(), CONNECT_MILLIS);
        return;
      } catch (IOException notYet) {
        why = notYet;
      }
      Thread.sleep(POLL_MILLIS);
    }
    process.destroyForcibly();
    throw new IOException(
        "%s was not up within %d s: %s %s"
            .formatted(program.path().label(), START_TIME.toSeconds(), why.getMessage(), words()));
  }

  /** Is told, once, what the program said where it ends without having been told to. */
  void onEnd(Consumer<String> action) {
    Thread thread =
        new Thread(
            () -> {
              try {
                process.waitFor();
                if (!isStoppingSoon()) {
                  String said = words();
                  remove(folder);
                  action.accept(said);
                }
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            "proxy-watch");
    thread.setDaemon(true);
    thread.start();
  }

  /** One signal may have told both to end, and the other one first. */
  private boolean isStoppingSoon() throws InterruptedException {
    for (long waited = 0; !stopping && waited < SIGNAL_MILLIS; waited += POLL_MILLIS) {
      Thread.sleep(POLL_MILLIS);
    }
    return stopping;
  }

  /** What the program and its children have used. */
  ProcessUsage usage() {
    return usage.read();
  }

  /** What it counted; nothing known where it does not say. */
  Counted counted() {
    try {
      return program.counted(admin, route);
    } catch (IOException away) {
      return NOTHING_COUNTED;
    }
  }

  /** What it was started with. */
  String configuration() {
    return configuration;
  }

  long pid() {
    return process.pid();
  }

  long startedMillis() {
    return startedMillis;
  }

  /** The end of what it said, in one line. */
  String words() {
    return said(folder);
  }

  private static Path output(Path folder) {
    return folder.resolve("words.txt");
  }

  private static String said(Path folder) {
    try {
      String all = Files.readString(output(folder), StandardCharsets.UTF_8);
      String end = all.substring(Math.max(0, all.length() - MAX_WORDS));
      return end.strip().replaceAll("\\s+", " ");
    } catch (IOException nothing) {
      return "";
    }
  }

  /**
   * Lets it answer what it has, and ends it.
   *
   * @return whether it ended by itself
   */
  boolean stop(Duration atMost) throws InterruptedException {
    stopping = true;
    try {
      signal(program.drainSignal());
      if (process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS)) {
        return true;
      }
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly().waitFor();
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      remove(folder);
    }
  }

  private void signal(String name) throws IOException, InterruptedException {
    builder(List.of("kill", "-s", name, Long.toString(process.pid())), folder).start().waitFor();
  }

  private static void remove(Path folder) {
    try (Stream<Path> all = Files.walk(folder)) {
      all.sorted(Comparator.reverseOrder())
          .forEach(
              each -> {
                try {
                  Files.deleteIfExists(each);
                } catch (IOException left) {
                  // some kilobytes in the folder for what is temporary
                }
              });
    } catch (IOException | UncheckedIOException gone) {
      // nothing to remove
    }
  }
}
