package io.rpcstress.analysis.sample;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The real fat jar in a process of its own. */
public final class FatJar {

  /** JVM options of a run of some seconds: the compiler that warms up within one. */
  public static final List<String> QUICK = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  private static final long MINUTES = 30;

  private FatJar() {}

  /**
   * What became of a run.
   *
   * @param exitCode of the process
   * @param out all of stdout
   * @param err all of stderr
   */
  public record Result(int exitCode, String out, String err) {}

  /** Runs the jar to its end. */
  public static Result run(
      List<String> jvmOptions, Map<String, String> environment, String... arguments)
      throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(jvmOptions);
    words.addAll(List.of("-jar", "target/analysis.jar"));
    words.addAll(List.of(arguments));
    return run(words, environment);
  }

  private static Result run(List<String> words, Map<String, String> environment)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    command.addAll(words);
    Path out = Files.createTempFile("out", null);
    Path err = Files.createTempFile("err", null);
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
    builder.environment().putAll(environment);
    Process process = builder.start();
    if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
      process.destroyForcibly();
      throw new IllegalStateException(command + " did not end: " + Files.readString(err));
    }
    Result result = new Result(process.exitValue(), text(out), text(err));
    Files.delete(out);
    Files.delete(err);
    return result;
  }

  private static String text(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.UTF_8);
  }
}
