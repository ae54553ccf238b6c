package io.rpcstress.measure.record;

import io.rpcstress.measure.AtomicFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What fresh JVMs gave until their first calls were over. Immutable.
 *
 * @param at when it began; null where the file does not say
 * @param seed of the order of the processes
 * @param samples in the order in which they were measured
 */
public record ColdStartRecord(@Nullable Instant at, long seed, int calls, List<Sample> samples) {

  /** The file that {@code coldstart --out} keeps beside a sweep. */
  public static final String NAME = "coldstart.json";

  private static final int MAX_CHARACTERS = 16 << 20;

  /** Far above 40 subjects in 100 rounds. */
  private static final int MAX_SAMPLES = 10_000;

  public ColdStartRecord {
    if (samples == null || samples.size() > MAX_SAMPLES) {
      throw new IllegalArgumentException(
          "a list 'samples' of %d at most expected".formatted(MAX_SAMPLES));
    }
    samples = List.copyOf(samples);
  }

  /** Writes it into a folder, whole or not at all. */
  public static void write(Path folder, ColdStartRecord record) throws IOException {
    AtomicFile.write(folder.resolve(NAME), text(record) + "\n");
  }

  public static String text(ColdStartRecord record) {
    return RecordJson.LINE.writeValueAsString(record);
  }

  public static ColdStartRecord parse(String text) {
    if (text.length() > MAX_CHARACTERS) {
      throw new IllegalArgumentException(
          text.length() + " characters: " + MAX_CHARACTERS + " at most expected");
    }
    return RecordJson.read(text, ColdStartRecord.class);
  }

  /**
   * What one fresh process gave. Null means unknown, or not asked of this side.
   *
   * @param technology with its variant where it is not the example
   * @param archive whether its JVM had a class-data archive
   * @param round from 0
   * @param startMs from its start to the first good reply, or to a server's readiness line, ms
   * @param firstCallMs from connecting to the first good reply, ms
   * @param callsMs from then to the last reply, ms
   * @param cpuMs processor time of the client until then, ms
   * @param rssKb resident memory at rest, KiB
   */
  public record Sample(
      String side,
      String technology,
      boolean archive,
      int round,
      double startMs,
      @Nullable Double firstCallMs,
      @Nullable Double callsMs,
      @Nullable Double cpuMs,
      @Nullable Long rssKb) {

    public Sample {
      requireName("side", side);
      requireName("technology", technology);
      if (!(startMs >= 0) || Double.isInfinite(startMs)) {
        throw new IllegalArgumentException("startMs: a number, 0 or more, expected");
      }
    }

    private static void requireName(String key, String name) {
      if (name == null || !name.matches("[a-z0-9@-]{1,128}")) {
        throw new IllegalArgumentException(key + ": a name expected");
      }
    }
  }
}
