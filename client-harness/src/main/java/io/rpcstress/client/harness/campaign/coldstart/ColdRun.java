package io.rpcstress.client.harness.campaign.coldstart;

import io.rpcstress.client.harness.campaign.coldstart.ColdSubject.Side;
import io.rpcstress.client.harness.campaign.coldstart.FreshJvm.Ended;
import io.rpcstress.client.harness.plan.Rounds;
import io.rpcstress.driver.Address;
import io.rpcstress.engine.point.UsageReader;
import java.io.IOException;
import java.net.URI;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Starts one fresh JVM after the other, in rounds of random order, and keeps what each gave. Makes
 * the class-data archives first, each by a run of its own that is not counted.
 */
public final class ColdRun implements AutoCloseable {

  private static final Duration TIMEOUT = Duration.ofMinutes(2);
  private static final String ARCHIVE_AT_EXIT = "-XX:ArchiveClassesAtExit=";
  private static final String ARCHIVE = "-XX:SharedArchiveFile=";

  private final List<String> jvmOptions;
  private final Consumer<String> log;
  private final Path folder;
  private final Map<ColdSubject, List<String>> programs = new HashMap<>();
  private final List<ColdSubject> subjects = new ArrayList<>();

  /** Nothing is started yet. */
  public ColdRun(List<String> jvmOptions, Consumer<String> log) throws IOException {
    this.jvmOptions = List.copyOf(jvmOptions);
    this.log = log;
    this.folder = Files.createTempDirectory("cold-start");
  }

  /**
   * Adds what is to be started.
   *
   * @param side a client writes a line of {@link FirstCalls} and ends, a server says that it is
   *     ready
   * @param archives whether it is also started with a class-data archive
   */
  public void add(Side side, String technology, List<String> program, boolean archives) {
    for (boolean archive : archives ? new boolean[] {false, true} : new boolean[] {false}) {
      ColdSubject subject = new ColdSubject(side, technology, archive);
      subjects.add(subject);
      programs.put(subject, List.copyOf(program));
    }
  }

  /** What was added, in its order. */
  public List<ColdSubject> subjects() {
    return List.copyOf(subjects);
  }

  /**
   * Starts everything.
   *
   * @param rounds processes of each, 1 or more
   */
  public ColdStarts measure(int rounds, long seed, int calls) throws InterruptedException {
    Instant at = Instant.now();
    List<ColdSample> samples = new ArrayList<>();
    List<ColdSubject> ready = new ArrayList<>();
    for (ColdSubject subject : subjects) {
      if (!subject.archive() || hasArchive(subject)) {
        ready.add(subject);
      }
    }
    for (int round = 0; round < rounds; round++) {
      for (ColdSubject subject : Rounds.order(ready, seed, round)) {
        log.accept("round %d of %d: %s".formatted(round + 1, rounds, subject));
        try {
          samples.add(one(subject, round, options(subject)));
        } catch (IOException | IllegalArgumentException e) {
          log.accept(subject + ": " + e.getMessage());
        }
      }
    }
    return new ColdStarts(at, seed, calls, samples);
  }

  private List<String> options(ColdSubject subject) {
    List<String> options = new ArrayList<>(jvmOptions);
    if (subject.archive()) {
      options.add(ARCHIVE + archive(subject));
    }
    return options;
  }

  private Path archive(ColdSubject subject) {
    return folder.resolve(subject.side().label() + "-" + subject.technology() + ".jsa");
  }

  /** Runs it once, only to write the archive of what it loads. */
  private boolean hasArchive(ColdSubject subject) throws InterruptedException {
    List<String> options = new ArrayList<>(jvmOptions);
    options.add(ARCHIVE_AT_EXIT + archive(subject));
    log.accept("making an archive: " + subject);
    try {
      var unused = one(subject, 0, options);
      if (Files.isRegularFile(archive(subject))) {
        return true;
      }
      log.accept(subject + ": the JVM wrote none; it archives classes of jars only");
    } catch (IOException | IllegalArgumentException e) {
      log.accept(subject + ": " + e.getMessage());
    }
    return false;
  }

  private ColdSample one(ColdSubject subject, int round, List<String> options)
      throws IOException, InterruptedException {
    List<String> program = programs.getOrDefault(subject, List.of());
    FreshJvm jvm = new FreshJvm(options, program, TIMEOUT, folder);
    if (subject.side() == Side.CLIENT) {
      Ended ended = jvm.toItsEnd();
      return ColdSample.of(subject, round, ended.spawnedAt(), FirstCalls.parse(ended.output()));
    }
    List<ColdSample> sample = new ArrayList<>();
    jvm.server(
        ready -> {
          URI usage = URI.create(ready.usage());
          long rssKb =
              new UsageReader(new Address(usage.getHost(), usage.getPort())).usage().readyRssKb();
          sample.add(ColdSample.of(subject, round, ready.spawnedAt(), ready.readyAt(), rssKb));
        });
    return sample.get(0);
  }

  /** Takes away what it wrote. */
  @Override
  public void close() throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        Files.deleteIfExists(file);
      }
    }
    Files.deleteIfExists(folder);
  }
}
