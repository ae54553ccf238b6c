package io.rpcstress.client.harness.campaign.crosscheck;

import io.rpcstress.client.harness.campaign.crosscheck.CrossCheck.Reading;
import io.rpcstress.client.harness.process.OtherProgram;
import io.rpcstress.driver.Address;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A load generator of other hands that calls a server of this project. Immutable.
 *
 * @param hasRates whether it can offer a rate, whatever the server makes of it
 * @param document what it reads from a file for a load; empty where it reads none
 * @param words behind its name for a load, given that file
 * @param reading of what it printed; throws {@link IllegalArgumentException} if there is no result
 */
public record ForeignGenerator(
    String name,
    String technology,
    String install,
    boolean hasRates,
    Function<ForeignLoad, String> document,
    BiFunction<ForeignLoad, Path, List<String>> words,
    Function<String, Reading> reading) {

  public static final List<ForeignGenerator> ALL =
      List.of(
          new ForeignGenerator(
              "ghz",
              "grpc",
              "go install github.com/bojand/ghz/cmd/ghz@v0.120.0",
              /* hasRates= */ true,
              load -> Ghz.PROTO,
              Ghz::words,
              Ghz::reading),
          new ForeignGenerator(
              "wrk",
              "http-json",
              "sudo apt-get install wrk",
              /* hasRates= */ false,
              Wrk::document,
              Wrk::words,
              Wrk::reading),
          new ForeignGenerator(
              "redis-benchmark",
              "redis",
              "sudo apt-get install redis-tools",
              /* hasRates= */ false,
              load -> "",
              (load, unread) -> RedisBenchmark.words(load),
              RedisBenchmark::reading));

  /** What it may take beside the time of its load: to start, to connect, to report. */
  private static final Duration BESIDE = Duration.ofSeconds(30);

  /** Its name and version; empty where it is not installed. */
  public Optional<String> version() throws InterruptedException {
    try {
      String text = output("", file -> List.of("--version"), Duration.ZERO);
      String line = text.lines().filter(each -> !each.isBlank()).findFirst().orElse("").strip();
      String word = line.replaceAll(" \\[.*| Copyright.*", "");
      return Optional.of(word.startsWith(name) ? word : name + " " + word);
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  public Reading run(ForeignLoad load) throws IOException, InterruptedException {
    String text = output(document.apply(load), file -> words.apply(load, file), load.duration());
    try {
      return reading.apply(text);
    } catch (IllegalArgumentException e) {
      throw new IOException(
          "%s gave no result: %s%n%s".formatted(name, e.getMessage(), text.strip()), e);
    }
  }

  private String output(String file, Function<Path, List<String>> behindName, Duration load)
      throws IOException, InterruptedException {
    return OtherProgram.output(
        file,
        path -> Stream.concat(Stream.of(name), behindName.apply(path).stream()).toList(),
        load.plus(BESIDE));
  }

  /**
   * What a foreign generator is to do: {@code greet}, so many calls at a time, or at a rate.
   *
   * @param rate calls/s, with up to so many threads' calls open; null for a closed loop
   * @param calls in the whole time, of one that makes a number of them
   */
  public record ForeignLoad(
      Address server,
      String name,
      int threads,
      int connections,
      @Nullable Integer rate,
      Duration duration,
      long calls) {}
}
