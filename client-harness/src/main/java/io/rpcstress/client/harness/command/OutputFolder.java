package io.rpcstress.client.harness.command;

import io.rpcstress.measure.AtomicFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Finds out before measuring whether results can be kept. */
final class OutputFolder {

  /** Less than this left on the disk, bytes, and the next files would likely not fit. */
  private static final long LEAST_FREE = 1024 * 1024;

  private static final String PROBE = ".probe";

  private OutputFolder() {}

  /**
   * Makes the folder where it is missing, and writes into it once.
   *
   * @throws Misuse if it cannot be written
   */
  static void check(Path folder) {
    try {
      Files.createDirectories(folder);
      Path probe = folder.resolve(PROBE);
      AtomicFile.write(probe, "written to see whether it can be\n");
      Files.deleteIfExists(probe);
      long free = Files.getFileStore(folder).getUsableSpace();
      if (free < LEAST_FREE) {
        throw new Misuse(
            "--out %s: %d KB are free there, 1024 at least expected: make room, or choose another"
                .formatted(folder, free / 1024));
      }
    } catch (IOException e) {
      throw new Misuse(
          "--out %s cannot be written (%s): make it writable, or choose another"
              .formatted(folder, e));
    }
  }
}
