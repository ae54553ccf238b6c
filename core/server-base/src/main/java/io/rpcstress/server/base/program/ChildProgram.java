package io.rpcstress.server.base.program;

import io.rpcstress.usage.ProcessUsage;
import io.rpcstress.usage.ProgramUsage;
import io.rpcstress.usage.ServerUsage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A process of another's program, which ends with this one and writes its output into its private
 * folder, which is removed when it has ended. Its children belong to it and end with it, also where
 * it is killed. Thread-safe.
 */
public final class ChildProgram {
  private static final String WORDS = "words.txt";
  private static final int MAX_WORDS = 4_000;
  private static final long POLL_MILLIS = 20;

  /** How long another signal may take that this process has had, too. */
  private static final long SIGNAL_MILLIS = 500;

  /**
   * What a command is started by, the outermost first. By setsid, its process group bears its own
   * id, so that those of its children that it left behind can still be found by it; without, they
   * are not. By setpriv, the kernel ends it when the thread that starts it does, which lives as
   * long as this process; where setpriv knows nothing of that, it outlives a process that is
   * killed.
   */
  private static final List<List<String>> KEEPERS =
      List.of(List.of("setsid"), List.of("setpriv", "--pdeathsig", "TERM", "--"));

  private final String name;
  private final PrivateFolder folder;
  private final Process process;
  private final ProgramUsage usage;

  /** Since 1970; unknown where the kernel does not report it. */
  private final long startedMillis;

  private volatile boolean stopping;

  /** Fails as long as a program does not serve yet. */
  @FunctionalInterface
  public interface Probe {
    void see() throws IOException;
  }

  private ChildProgram(String name, PrivateFolder folder, Process process) {
    this.name = name;
    this.folder = folder;
    this.process = process;
    this.startedMillis =
        process.info().startInstant().map(Instant::toEpochMilli).orElse(ProcessUsage.UNKNOWN);
    this.usage = new ProgramUsage(process.toHandle());
  }

  public static ChildProgram start(String name, List<String> command, PrivateFolder folder)
      throws IOException, InterruptedException {
    return start(name, command, folder, environment -> {});
  }

  /** Starts a program, in this process' environment with changes. */
  public static ChildProgram start(
      String name,
      List<String> command,
      PrivateFolder folder,
      Consumer<Map<String, String>> environment)
      throws IOException, InterruptedException {
    ProcessBuilder builder = builder(kept(command, folder.path()), folder.path());
    environment.accept(builder.environment());
    return new ChildProgram(name, folder, builder.start());
  }

  /**
   * Runs a program until it ends by itself, in the same folder and with the same words.
   *
   * @param what it is to do, for the message where it does not
   * @throws IOException where it does not end in time, or cannot be started
   */
  public static int run(
      String name, List<String> command, PrivateFolder folder, Duration atMost, String what)
      throws IOException, InterruptedException {
    Process process = builder(command, folder.path()).start();
    if (!process.waitFor(atMost.toSeconds(), TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IOException("%s did not %s within %s".formatted(name, what, atMost));
    }
    return process.exitValue();
  }

  /** The command behind those keepers that this host has. */
  private static List<String> kept(List<String> command, Path folder) throws InterruptedException {
    List<String> words = new ArrayList<>();
    for (List<String> keeper : KEEPERS) {
      List<String> probe = new ArrayList<>(keeper);
      probe.add("true");
      if (canRun(probe, folder)) {
        words.addAll(keeper);
      }
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
        .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve(WORDS).toFile()));
  }

  /** Returns when it serves; ends it where that takes too long. The exception has its own words. */
  public void awaitUp(Probe probe, Duration atMost) throws IOException, InterruptedException {
    long end = System.nanoTime() + atMost.toNanos();
    IOException why = new IOException("it was not probed");
    while (System.nanoTime() - end < 0) {
      if (!process.isAlive()) {
        throw new IOException(name + " ended: " + words());
      }
      try {
        probe.see();
        return;
      } catch (IOException notYet) {
        why = notYet;
      }
      Thread.sleep(POLL_MILLIS);
    }
    process.destroyForcibly();
    throw new IOException(
        "%s was not up within %d s: %s %s"
            .formatted(name, atMost.toSeconds(), why.getMessage(), words()));
  }

  /**
   * Ends this process with 1 when the program has ended and was not stopped, so that its supervisor
   * starts both again. Before that it prints how: exit code or signal, and the last line that
   * matters, a few hundred characters in one line.
   *
   * @param server the technology, for that line
   * @param what the program is, for that line
   * @param logs further files that it writes; one that is missing adds nothing
   */
  public void endWithIt(String server, String what, List<Path> logs) {
    List<Path> files = new ArrayList<>(List.of(folder.path().resolve(WORDS)));
    files.addAll(logs);
    Thread thread =
        new Thread(
            () -> {
              try {
                int exit = process.waitFor();
                if (!isStoppingSoon()) {
                  killChildrenLeft();
                  String words = LastWords.of(exit, files);
                  folder.remove();
                  System.err.println("server-" + server + ": the " + what + " has ended: " + words);
                  Runtime.getRuntime().halt(1);
                }
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            name + "-watch");
    thread.setDaemon(true);
    thread.start();
  }

  /** A program that is killed cannot end its own children: nginx' workers would go on serving. */
  private void killChildrenLeft() throws InterruptedException {
    try {
      signal("KILL", "-" + process.pid());
    } catch (IOException notThere) {
      throw new UncheckedIOException(notThere);
    }
  }

  private void signal(String signal, String whom) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-s", signal, "--", whom)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start()
        .waitFor();
  }

  /** One signal may have ended both, and the other one first. */
  private boolean isStoppingSoon() throws InterruptedException {
    for (long waited = 0; !stopping && waited < SIGNAL_MILLIS; waited += POLL_MILLIS) {
      Thread.sleep(POLL_MILLIS);
    }
    return stopping;
  }

  public ProcessUsage usage() {
    return usage.read();
  }

  /**
   * What the program's server reports. Its calls pass this process by, which has counted only
   * itself.
   */
  public ServerUsage usage(
      ServerUsage counted, long served, long failed, long openConnections, long readyRssKb) {
    return new ServerUsage(
        counted.technology(),
        counted.variant(),
        startedMillis,
        process.pid(),
        served,
        failed,
        openConnections,
        usage(),
        counted.processors(),
        readyRssKb,
        ProcessUsage.UNKNOWN,
        counted.scrapes());
  }

  /** The end of its output, in one line. */
  public String words() {
    return words(folder.path());
  }

  public static String words(PrivateFolder folder) {
    return words(folder.path());
  }

  private static String words(Path folder) {
    try {
      String all = Files.readString(folder.resolve(WORDS), StandardCharsets.UTF_8);
      String end = all.substring(Math.max(0, all.length() - MAX_WORDS));
      return end.strip().replaceAll("\\s+", " ");
    } catch (IOException nothing) {
      return "";
    }
  }

  /**
   * Lets it answer what it has, after a signal as {@code kill -s} takes it, and kills it where that
   * takes too long; returns whether it ended by itself.
   */
  public boolean stop(String drainSignal, Duration atMost) throws InterruptedException {
    stopping = true;
    try {
      signal(drainSignal, Long.toString(process.pid()));
      if (process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS)) {
        return true;
      }
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly().waitFor();
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      folder.remove();
    }
  }
}
