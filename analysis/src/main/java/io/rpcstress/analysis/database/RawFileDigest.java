package io.rpcstress.analysis.database;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Tells whether a file, and what belongs to it, is what was imported before. Stateless. */
final class RawFileDigest {

  /** Part of every digest: raise it when the import makes something else of the same file. */
  private static final int IMPORT_VERSION = 3;

  private RawFileDigest() {}

  /**
   * SHA-256 in hex over a file and another that is read with it.
   *
   * @param bytes of the file
   * @param beside the other; need not exist, nor be one that can be read; null for none
   * @param context further text that decides what becomes of the file
   */
  static String of(byte[] bytes, @Nullable Path beside, String context) {
    MessageDigest digest = sha256();
    digest.update(
        (IMPORT_VERSION + " " + context + " " + bytes.length + "\n")
            .getBytes(StandardCharsets.UTF_8));
    digest.update(bytes);
    if (beside != null && Files.exists(beside)) {
      digest.update(content(beside));
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  /** Of one that cannot be read what is said of it: it is another once it can. */
  private static byte[] content(Path beside) {
    try {
      return Files.readAllBytes(beside);
    } catch (IOException e) {
      return FileProblem.of(beside, e).getBytes(StandardCharsets.UTF_8);
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
