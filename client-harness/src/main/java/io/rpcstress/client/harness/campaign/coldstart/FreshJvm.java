package io.rpcstress.client.harness.campaign.coldstart;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

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

  FreshJvm(List<String> options, List<String> program, Duration timeout, Path folder) {
    List<String> words = new ArrayList<>();
    words.add(ProcessHandle.current().info().command().orElse("java"));
    words.addAll(options);
    words.addAll(program);
    this.command = List.copyOf(words);
    this.timeout = timeout;
    this.folder = folder;
  }

  /**
   * How a process came to its end.
   *
   * @param spawnedAt when it was started, ns of the monotonic clock
   * @param output what it wrote
   */
  record Ended(long spawnedAt, String output) {}

  /**
   * A server that accepts calls.
   *
   * @param spawnedAt when it was started, ns of the monotonic clock
   * @param readyAt when it said so, ns of the same
   * @param usage the address of its counters
   */
  record Ready(long spawnedAt, long readyAt, String usage) {}

  /** What is done with a server before it is ended. */
  interface Use {
    /** The server is ready. */
    void of(Ready ready) throws IOException;
  }

  /** Runs a program to its end. */
  Ended toItsEnd() throws IOException, InterruptedException {
    Path out = folder.resolve("stdout");
    Path err = folder.resolve("stderr");
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
    long spawnedAt = System.nanoTime();
    Process process = builder.start();
    Thread hook = hook(process);
    try {
      if (!process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new IOException("not done after " + timeout.toSeconds() + " s");
      }
    } finally {
      end(process, hook);
    }
    if (process.exitValue() != 0) {
      throw new IOException("it ended with " + process.exitValue() + lastLine(err));
    }
    return new Ended(spawnedAt, Files.readString(out));
  }

  /** Runs a server until it is ready and was used, then tells it to end, and waits for that. */
  void server(Use use) throws IOException, InterruptedException {
    Path err = folder.resolve("stderr");
    ProcessBuilder builder = new ProcessBuilder(command).redirectError(err.toFile());
    long spawnedAt = System.nanoTime();
    Process process = builder.start();
    Thread hook = hook(process);
    try {
      long readyAt = readyAt(process, err);
      use.of(new Ready(spawnedAt, readyAt, usage(err)));
    } finally {
      process.destroy(); // a server ends in order when it is told to
      boolean unused = process.waitFor(ENDING.toMillis(), TimeUnit.MILLISECONDS);
      end(process, hook);
    }
  }

  private long readyAt(Process process, Path err) throws IOException, InterruptedException {
    CompletableFuture<@Nullable Long> ready = new CompletableFuture<>();
    Thread reader =
        new Thread(
            () -> {
              try (BufferedReader lines =
                  new BufferedReader(
                      new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
                String line = lines.readLine();
                ready.complete(line != null && line.startsWith(READY) ? System.nanoTime() : null);
              } catch (IOException e) {
                ready.completeExceptionally(e);
              }
            },
            "server-ready");
    reader.setDaemon(true);
    reader.start();
    try {
      Long at = ready.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
      if (at == null) {
        throw new IOException("it did not become ready" + lastLine(err));
      }
      return at;
    } catch (TimeoutException e) {
      throw new IOException("not ready after " + timeout.toSeconds() + " s", e);
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
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

  private static Thread hook(Process process) {
    Thread hook = new Thread(process::destroyForcibly, "end-child");
    Runtime.getRuntime().addShutdownHook(hook);
    return hook;
  }

  private static void end(Process process, Thread hook) throws InterruptedException {
    process.destroyForcibly();
    boolean unused = process.waitFor(ENDING.toMillis(), TimeUnit.MILLISECONDS);
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      // This process ends, and the child with it.
    }
  }
}
