package io.rpcstress.measure.record;

import io.rpcstress.measure.AtomicFile;
import java.io.IOException;
import java.nio.file.Path;

/** {@code coldstart.json}: what {@code coldstart --out} keeps beside a sweep. */
public final class ColdStartFile {

  public static final String NAME = "coldstart.json";

  private static final int MAX_CHARACTERS = 16 << 20;

  private ColdStartFile() {}

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
}
