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
 */
public record ColdStartRecord(@Nullable Instant at, long seed, int calls, List<Sample> samples) {

  /** The file that {@code coldstart --out} keeps beside a sweep. */
  public static final String NAME = "coldstart.json";

  public ColdStartRecord {
    if (samples == null) {
      throw new IllegalArgumentException("a list 'samples' expected");
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
    return RecordJson.read(text, ColdStartRecord.class);
  }

  /**
   * What one fresh process gave. Null means unknown, or not asked of this side.
   *
   * @param technology with its variant where it is not the example
   * @param round from 0
   * @param startMs from its start to the first good reply, or to a server's readiness line, ms
   * @param firstCallMs from connecting to the first good reply, ms
   * @param callsMs from connecting to the last reply, ms
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
