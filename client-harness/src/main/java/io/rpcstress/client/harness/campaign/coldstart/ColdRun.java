package io.rpcstress.client.harness.campaign.coldstart;

import io.rpcstress.client.harness.plan.Rounds;
import io.rpcstress.measure.record.ColdStartRecord;
import io.rpcstress.measure.record.ColdStartRecord.Sample;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Starts one fresh JVM after the other, in rounds of random order, and keeps what each gave. Makes
 * the class-data archives first, each by a run of its own that is not counted.
 */
public final class ColdRun implements AutoCloseable {

  private static final double NANOS_PER_MILLI = 1e6;
  private static final String ARCHIVE_AT_EXIT = "-XX:ArchiveClassesAtExit=";
  private static final String ARCHIVE = "-XX:SharedArchiveFile=";

  private final String java;
  private final List<String> jvmOptions;
  private final Consumer<String> log;
  private final Path folder;

  /** What is started for each, in the order in which they were added. */
  private final Map<ColdSubject, List<String>> programs = new LinkedHashMap<>();

  public ColdRun(String java, List<String> jvmOptions, Consumer<String> log) throws IOException {
    this.java = java;
    this.jvmOptions = List.copyOf(jvmOptions);
    this.log = log;
    this.folder = Files.createTempDirectory("cold-start");
  }

  /** Adds a client, and where {@code archives} holds the same with an archive. */
  public void add(String technology, List<String> program, boolean archives) {
    programs.put(new ColdSubject(ColdSubject.CLIENT, technology, false), program);
    if (archives) {
      programs.put(new ColdSubject(ColdSubject.CLIENT, technology, true), program);
    }
  }

  public int subjects() {
    return programs.size();
  }

  public ColdStartRecord measure(int rounds, long seed, int calls) throws InterruptedException {
    Instant at = Instant.now();
    List<Sample> samples = new ArrayList<>();
    List<ColdSubject> ready = new ArrayList<>();
    for (ColdSubject subject : programs.keySet()) {
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
    return new ColdStartRecord(at, seed, calls, samples);
  }

  private List<String> options(ColdSubject subject) {
    List<String> options = new ArrayList<>(jvmOptions);
    if (subject.archive()) {
      options.add(ARCHIVE + archive(subject));
    }
    return options;
  }

  private Path archive(ColdSubject subject) {
    return folder.resolve(subject.side() + "-" + subject.technology() + ".jsa");
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

  private Sample one(ColdSubject subject, int round, List<String> options)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(java));
    command.addAll(options);
    command.addAll(programs.getOrDefault(subject, List.of()));
    try (FreshJvm jvm = FreshJvm.start(command, folder)) {
      return sample(subject, round, jvm.spawnedAt(), parse(jvm.output()));
    }
  }

  static FirstCalls parse(String text) {
    String line =
        text.lines()
            .filter(each -> each.startsWith(FirstCalls.START))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("it reported nothing of its calls"));
    try {
      return JsonMapper.shared()
          .readValue(line.substring(FirstCalls.START.length()), FirstCalls.class);
    } catch (JacksonException e) {
      throw new IllegalArgumentException(
          "its report of its calls cannot be read: " + e.getMessage(), e);
    }
  }

  /** A client's, of what it wrote and when it was started. */
  static Sample sample(ColdSubject subject, int round, long spawnedAt, FirstCalls calls) {
    return new Sample(
        subject.side(),
        subject.technology(),
        subject.archive(),
        round,
        millis(spawnedAt, calls.firstAt()),
        millis(calls.openedAt(), calls.firstAt()),
        millis(calls.openedAt(), calls.lastAt()),
        calls.cpuNanos() < 0 ? null : (Double) millis(0, calls.cpuNanos()),
        calls.rssKb() < 0 ? null : (Long) calls.rssKb());
  }

  private static double millis(long fromNanos, long toNanos) {
    return (toNanos - fromNanos) / NANOS_PER_MILLI;
  }

  @Override
  public void close() throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        Files.deleteIfExists(file);
      }
    }
    Files.deleteIfExists(folder);
  }

  /**
   * One thing whose start is measured.
   *
   * @param side whose program it is: {@link #CLIENT}, which is the harness with one technology's
   *     client library; results of earlier versions also have servers
   * @param technology with its variant where it is not the example: {@code grpc@tuned}
   */
  public record ColdSubject(String side, String technology, boolean archive) {

    public static final String CLIENT = "client";

    public static ColdSubject of(Sample sample) {
      return new ColdSubject(sample.side(), sample.technology(), sample.archive());
    }

    @Override
    public String toString() {
      return side + " " + technology + (archive ? ", with an archive" : "");
    }
  }
}
