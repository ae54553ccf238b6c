package io.rpcstress.measure;

import java.nio.file.Path;

/**
 * Something in a raw file that could not be read. The rest of the file still counts.
 *
 * @param line from 1, the header's; 0 where the whole file is meant
 */
public record BadRow(Path file, long line, String problem) {
  @Override
  public String toString() {
    return file + (line > 0 ? ":" + line : "") + ": " + problem;
  }
}
