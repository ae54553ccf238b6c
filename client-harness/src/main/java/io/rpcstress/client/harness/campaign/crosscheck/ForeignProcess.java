package io.rpcstress.client.harness.campaign.crosscheck;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A generator's program, run to its end. Used by one thread. */
public final class ForeignProcess {

  /** What it may take beside the time of its load: to start, to connect, to report. */
  private static final Duration BESIDE = Duration.ofSeconds(30);

  private final ForeignGenerator generator;
  private final Path folder;

  /**
   * @param folder for its output and what it needs, which is there, and goes when this program ends
   */
  public ForeignProcess(ForeignGenerator generator, Path folder) {
    this.generator = generator;
    this.folder = folder;
    folder.toFile().deleteOnExit();
  }

  /** Its name and version; empty where it is not installed. */
  public Optional<String> version() throws InterruptedException {
    try {
      String text = output(generator.versionWords(), Duration.ZERO);
      String line = text.lines().filter(each -> !each.isBlank()).findFirst().orElse("").strip();
      String word = line.replaceAll(" \\[.*| Copyright.*", "");
      return Optional.of(word.startsWith(generator.name()) ? word : generator.name() + " " + word);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /**
   * Puts a load on a server.
   *
   * @throws IOException if it failed, with what it printed
   */
  public Reading run(ForeignLoad load) throws IOException, InterruptedException {
    String text = output(generator.words(load), load.duration());
    try {
      return generator.reading(text);
    } catch (IllegalArgumentException e) {
      throw new IOException(
          "%s gave no result: %s%n%s".formatted(generator.name(), e.getMessage(), text.strip()), e);
    }
  }

  private String output(List<String> words, Duration load)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(generator.name()));
    command.addAll(words);
    Path printed = folder.resolve("output");
    try (Stream<Path> files = Files.list(folder)) {
      files.forEach(file -> file.toFile().deleteOnExit());
    }
    printed.toFile().deleteOnExit();
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(printed.toFile())
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
            .start();
    Thread end = new Thread(process::destroyForcibly, "end-" + generator.name());
    Runtime.getRuntime().addShutdownHook(end);
    try {
      if (!process.waitFor(load.plus(BESIDE).toMillis(), TimeUnit.MILLISECONDS)) {
        throw new IOException(generator.name() + " did not end");
      }
    } finally {
      process.destroyForcibly();
    }
    Runtime.getRuntime().removeShutdownHook(end);
    return Files.readString(printed, StandardCharsets.UTF_8);
  }
}
