package io.rpcstress.client.harness.campaign.coldstart;

import io.rpcstress.client.harness.process.ForkedPoint;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * A JVM that is started to see how long it takes. Whoever starts it sleeps meanwhile: what a client
 * writes goes to a file that is read when it has ended, and of a server one line is waited for.
 */
final class FreshJvm {

  private static final Duration ENDING = Duration.ofSeconds(15);
  private static final String READY = "READY ";
  private static final String USAGE = "usage ";

  private final List<String> command;
  private final Duration timeout;
  private final Path folder;

  FreshJvm(String java, List<String> options, List<String> program, Duration timeout, Path folder) {
    List<String> words = new ArrayList<>();
    words.add(java);
    words.addAll(options);
    words.addAll(program);
    this.command = List.copyOf(words);
    this.timeout = timeout;
    this.folder = folder;
  }

  /** How a process came to its end. */
  record Ended(long spawnedAt, String output) {}

  /** A server that accepts calls. */
  record Ready(long spawnedAt, long readyAt, String usage) {}

  /** What is done with a server before it is ended. */
  interface Use<R> {
    R of(Ready ready) throws IOException;
  }

  Ended toItsEnd() throws IOException, InterruptedException {
    Path out = folder.resolve("stdout");
    Path err = folder.resolve("stderr");
    ProcessBuilder builder = new ProcessBuilder(command).redirectOutput(out.toFile());
    return started(
        builder.redirectError(err.toFile()),
        (process, spawnedAt) -> {
          if (!process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new IOException("not done after " + timeout.toSeconds() + " s");
          }
          if (process.exitValue() != 0) {
            throw new IOException("it ended with " + process.exitValue() + lastLine(err));
          }
          return new Ended(spawnedAt, Files.readString(out));
        });
  }

  /** Runs a server until it is ready and was used, then lets it end in order. */
  <R> R server(Use<R> use) throws IOException, InterruptedException {
    Path err = folder.resolve("stderr");
    return started(
        new ProcessBuilder(command).redirectError(err.toFile()),
        (process, spawnedAt) -> {
          try {
            return use.of(new Ready(spawnedAt, readyAt(process, err), usage(err)));
          } finally {
            process.destroy();
            boolean unused = process.waitFor(ENDING.toMillis(), TimeUnit.MILLISECONDS);
          }
        });
  }

  /** What is done with a process that was started at an instant of the monotonic clock. */
  private interface Work<R> {
    R of(Process process, long spawnedAt) throws IOException, InterruptedException;
  }

  private static <R> R started(ProcessBuilder builder, Work<R> work)
      throws IOException, InterruptedException {
    long spawnedAt = System.nanoTime();
    Process process = builder.start();
    Thread hook = new Thread(process::destroyForcibly, "end-child");
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      return work.of(process, spawnedAt);
    } finally {
      process.destroyForcibly();
      boolean unused = process.waitFor(ENDING.toMillis(), TimeUnit.MILLISECONDS);
      ForkedPoint.removeHook(hook);
    }
  }

  /** Its first line says so; where none comes in time it is ended, and there is none. */
  private long readyAt(Process process, Path err) throws IOException {
    CompletableFuture.delayedExecutor(timeout.toMillis(), TimeUnit.MILLISECONDS)
        .execute(process::destroyForcibly);
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      String line = lines.readLine();
      long at = System.nanoTime();
      if (line == null || !line.startsWith(READY)) {
        throw new IOException(
            "not ready within %d s%s".formatted(timeout.toSeconds(), lastLine(err)));
      }
      return at;
    }
  }

  private static String usage(Path err) throws IOException {
    for (String line : Files.readAllLines(err)) {
      int at = line.indexOf(USAGE);
      if (at >= 0) {
        return line.substring(at + USAGE.length()).trim();
      }
    }
    throw new IOException("it did not say where its counters are");
  }

  private static String lastLine(Path file) throws IOException {
    List<String> lines = Files.readAllLines(file);
    return lines.isEmpty() ? "" : ": " + lines.get(lines.size() - 1);
  }
}
