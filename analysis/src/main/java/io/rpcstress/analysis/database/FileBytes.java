package io.rpcstress.analysis.database;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The bytes of a file, or why it has none that count.
 *
 * @param bytes all of it; none where there is a problem
 * @param problem why it could not be read, and what to do; empty where it was
 */
@SuppressWarnings("ArrayRecordComponent") // handed on, compared with nothing
record FileBytes(byte[] bytes, String problem) {

  /** Part of every digest: raise it when the import makes something else of the same file. */
  private static final int IMPORT_VERSION = 4;

  private static final long MAX_BYTES = 16L << 20;

  static FileBytes of(Path file) {
    try {
      long size = Files.size(file);
      return size > MAX_BYTES
          ? new FileBytes(new byte[0], "has " + size + " bytes: no such file is that large")
          : new FileBytes(Files.readAllBytes(file), "");
    } catch (IOException e) {
      return new FileBytes(new byte[0], problem(file, e));
    }
  }

  /** Why a file that is there cannot be read, and what to do, as it stands behind its name. */
  static String problem(Path file, IOException e) {
    if (Files.isDirectory(file)) {
      return "is a folder, but a file is expected: move it away";
    }
    return e instanceof AccessDeniedException
        ? "cannot be read: permission denied; give this user the right to read it"
        : "cannot be read: " + e.getMessage();
  }

  /** Whether it is the file that cannot be opened, whatever is in it. */
  static boolean isOfOpening(Path file, Exception e) {
    return e instanceof AccessDeniedException || Files.isDirectory(file);
  }

  /**
   * SHA-256 in hex over the file and another that is read with it: of one that cannot be read its
   * problem, since it is another once it can.
   *
   * @param beside the other; need not exist
   * @param context further text that decides what becomes of the file
   */
  String digest(Path beside, String context) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      String head = IMPORT_VERSION + " " + context + " " + problem + " " + bytes.length + "\n";
      digest.update(head.getBytes(StandardCharsets.UTF_8));
      digest.update(bytes);
      if (Files.exists(beside)) {
        FileBytes other = of(beside);
        digest.update(other.bytes);
        digest.update(other.problem.getBytes(StandardCharsets.UTF_8));
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
