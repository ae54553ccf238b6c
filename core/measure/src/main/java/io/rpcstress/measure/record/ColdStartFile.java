package io.rpcstress.measure.record;

import io.rpcstress.measure.AtomicFile;
import io.rpcstress.measure.record.ColdStartRecord.Sample;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** {@code coldstart.json}: what {@code coldstart --out} keeps beside a sweep. */
public final class ColdStartFile {

  /** Its name in a sweep's folder. */
  public static final String NAME = "coldstart.json";

  /** Far above 40 subjects in 100 rounds. */
  private static final int MAX_SAMPLES = 10_000;

  private static final int MAX_CHARACTERS = 16 << 20;

  private ColdStartFile() {}

  /** Writes it into a folder, whole or not at all. */
  public static void write(Path folder, ColdStartRecord record) throws IOException {
    AtomicFile.write(folder.resolve(NAME), text(record) + "\n");
  }

  /** It as one line. */
  public static String text(ColdStartRecord record) {
    return JsonMapper.shared().writeValueAsString(record);
  }

  /**
   * Reads the text.
   *
   * @throws IllegalArgumentException if it is not what the command writes; the message says where
   */
  public static ColdStartRecord parse(String text) {
    if (text.length() > MAX_CHARACTERS) {
      throw new IllegalArgumentException(
          text.length() + " characters: " + MAX_CHARACTERS + " at most expected");
    }
    ColdStartRecord record = JsonRecords.read(text, ColdStartRecord.class);
    if (record.samples().isEmpty() || record.samples().size() > MAX_SAMPLES) {
      throw new IllegalArgumentException(
          "a list 'samples' of 1 to %d expected".formatted(MAX_SAMPLES));
    }
    for (int i = 0; i < record.samples().size(); i++) {
      Sample sample = record.samples().get(i);
      check(i, "side", sample.side());
      check(i, "technology", sample.technology());
      if (!(sample.startMs() > 0)) {
        throw new IllegalArgumentException(
            "samples[%d].startMs: a number above 0 expected".formatted(i));
      }
    }
    return record;
  }

  private static void check(int sample, String key, @Nullable String name) {
    if (name == null || !name.matches("[a-z0-9@-]{1,128}")) {
      throw new IllegalArgumentException("samples[%d].%s: a name expected".formatted(sample, key));
    }
  }
}
