package io.rpcstress.analysis.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The bytes of a raw file, or why it has none that count. Immutable, but for the array. */
final class FileContent {
  private final byte[] bytes;
  private final String problem;

  private FileContent(byte[] bytes, String problem) {
    this.bytes = bytes;
    this.problem = problem;
  }

  /** Reads a file of any length. */
  static FileContent of(Path file) {
    return of(file, Long.MAX_VALUE, "");
  }

  /**
   * Reads a file that is no longer than one of its kind can be.
   *
   * @param tooLong what is said of a longer one, behind its length
   */
  static FileContent of(Path file, long maxBytes, String tooLong) {
    try {
      long size = Files.size(file);
      return size > maxBytes
          ? new FileContent(new byte[0], "has " + size + " bytes: " + tooLong)
          : new FileContent(Files.readAllBytes(file), "");
    } catch (IOException e) {
      return new FileContent(new byte[0], FileProblem.of(file, e));
    }
  }

  /** All of it; none where there is a problem. */
  byte[] bytes() {
    return bytes;
  }

  /** Why it could not be read, and what to do; empty where it was. */
  String problem() {
    return problem;
  }
}
