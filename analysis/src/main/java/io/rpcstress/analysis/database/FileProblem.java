package io.rpcstress.analysis.database;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Why a file that is there cannot be read, and what to do. Stateless. */
final class FileProblem {

  private FileProblem() {}

  /** As it is said behind the file's name. */
  static String of(Path file, IOException e) {
    if (Files.isDirectory(file)) {
      return "is a folder where a file is expected: take it away";
    }
    return e instanceof AccessDeniedException
        ? "cannot be read: permission denied; give this user the right to read it"
        : "cannot be read: " + e.getMessage();
  }

  /** Whether it is the file that cannot be opened, whatever is in it. */
  static boolean isOfOpening(Path file, Exception e) {
    return e instanceof AccessDeniedException || Files.isDirectory(file);
  }
}
