package io.rpcstress.client.harness.campaign.crosscheck;

import io.rpcstress.client.harness.process.OtherProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** A generator's program, run to its end. Immutable. */
public record ForeignProcess(ForeignGenerator generator) {

  /** What it may take beside the time of its load: to start, to connect, to report. */
  private static final Duration BESIDE = Duration.ofSeconds(30);

  /** Its name and version; empty where it is not installed. */
  public Optional<String> version() throws InterruptedException {
    try {
      String text = output("", file -> generator.versionWords(), Duration.ZERO);
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
    String text =
        output(generator.document(load), file -> generator.words(load, file), load.duration());
    try {
      return generator.reading(text);
    } catch (IllegalArgumentException e) {
      throw new IOException(
          "%s gave no result: %s%n%s".formatted(generator.name(), e.getMessage(), text.strip()), e);
    }
  }

  private String output(String document, Function<Path, List<String>> words, Duration load)
      throws IOException, InterruptedException {
    return OtherProgram.output(
        document,
        file -> Stream.concat(Stream.of(generator.name()), words.apply(file).stream()).toList(),
        load.plus(BESIDE));
  }
}
