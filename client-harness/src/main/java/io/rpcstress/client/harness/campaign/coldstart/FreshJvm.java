package io.rpcstress.client.harness.campaign.coldstart;

import io.rpcstress.client.harness.process.ForkedPoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A JVM that is started to see how long it takes. This process sleeps meanwhile: what the client
 * writes goes to a file that is read when it has ended. It ends with this process, and when this is
 * closed.
 */
final class FreshJvm implements AutoCloseable {

  private static final Duration TIMEOUT = Duration.ofMinutes(2);
  private static final Duration ENDING = Duration.ofSeconds(15);

  private final long spawnedAt;
  private final Process process;
  private final Path out;
  private final Path err;
  private final Thread hook;

  private FreshJvm(ProcessBuilder builder, Path out, Path err) throws IOException {
    this.out = out;
    this.err = err;
    builder.redirectError(err.toFile());
    spawnedAt = System.nanoTime();
    process = builder.start();
    hook = new Thread(process::destroyForcibly, "end-child");
    Runtime.getRuntime().addShutdownHook(hook);
  }

  static FreshJvm start(List<String> command, Path folder) throws IOException {
    Path out = folder.resolve("stdout");
    ProcessBuilder builder = new ProcessBuilder(command).redirectOutput(out.toFile());
    return new FreshJvm(builder, out, folder.resolve("stderr"));
  }

  long spawnedAt() {
    return spawnedAt;
  }

  String output() throws IOException, InterruptedException {
    if (!process.waitFor(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
      process.destroyForcibly();
      throw new IOException("not done after " + TIMEOUT.toSeconds() + " s");
    }
    if (process.exitValue() != 0) {
      throw new IOException("it ended with " + process.exitValue() + lastError());
    }
    return Files.readString(out);
  }

  private String lastError() throws IOException {
    List<String> lines = Files.readAllLines(err);
    return lines.isEmpty() ? "" : ": " + lines.get(lines.size() - 1);
  }

  /** Lets it end in order, and waits for that. */
  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(ENDING.toMillis(), TimeUnit.MILLISECONDS)) {
        ForkedPoint.end(process);
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    ForkedPoint.removeHook(hook);
  }
}
