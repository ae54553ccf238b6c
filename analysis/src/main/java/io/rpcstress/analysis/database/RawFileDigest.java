package io.rpcstress.analysis.database;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Tells whether a file, and what belongs to it, is what was imported before. */
final class RawFileDigest {

  /** Part of every digest: raise it when the import makes something else of the same file. */
  private static final int IMPORT_VERSION = 2;

  private RawFileDigest() {}

  /**
   * SHA-256 in hex over a file and another that is read with it.
   *
   * @param bytes of the file
   * @param beside the other; need not exist; null for none
   * @param context further text that decides what becomes of the file
   * @throws IOException if the other is there and cannot be read
   */
  static String of(byte[] bytes, @Nullable Path beside, String context) throws IOException {
    MessageDigest digest = sha256();
    digest.update(
        (IMPORT_VERSION + " " + context + " " + bytes.length + "\n")
            .getBytes(java.nio.charset.StandardCharsets.UTF_8));
    digest.update(bytes);
    if (beside != null && Files.exists(beside)) {
      digest.update(Files.readAllBytes(beside));
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
