package io.rpcstress.usage;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the small files in which the kernel reports about itself; what cannot be read is null. */
final class ProcFiles {
  /** Far above any file read here, and small enough to hold whatever is found instead. */
  private static final int MAX_BYTES = 1 << 20;

  private static final int SMALL_FILE_BYTES = 4096;

  private ProcFiles() {}

  static @Nullable String read(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      return new String(in.readNBytes(MAX_BYTES), StandardCharsets.UTF_8);
    } catch (IOException | SecurityException unreadable) {
      return null;
    }
  }

  static List<String> lines(Path file) {
    String text = read(file);
    return text == null ? List.of() : text.lines().toList();
  }

  /** The first line, trimmed; null where there is none or it is empty. */
  static @Nullable String firstLine(Path file) {
    List<String> lines = lines(file);
    return lines.isEmpty() || lines.get(0).isBlank() ? null : lines.get(0).trim();
  }

  /**
   * What follows the first {@code label}, up to the line's end, trimmed; null where it is absent.
   */
  static @Nullable String after(String label, List<String> lines) {
    for (String line : lines) {
      if (line.startsWith(label)) {
        return line.substring(label.length()).trim();
      }
    }
    return null;
  }

  /**
   * The leading digits of a text as a number, {@link ProcessUsage#UNKNOWN} where there are none.
   */
  static long leadingNumber(@Nullable String text) {
    if (text == null) {
      return ProcessUsage.UNKNOWN;
    }
    String trimmed = text.trim();
    int end = 0;
    while (end < trimmed.length() && Character.isDigit(trimmed.charAt(end))) {
      end++;
    }
    try {
      return end == 0 ? ProcessUsage.UNKNOWN : Long.parseLong(trimmed.substring(0, end));
    } catch (NumberFormatException tooLarge) {
      return ProcessUsage.UNKNOWN;
    }
  }

  /**
   * A small file's bytes (the first 4 KiB, enough for a thread's status); empty where unreadable.
   */
  static byte[] bytes(String file) {
    byte[] buffer = new byte[SMALL_FILE_BYTES];
    try (FileInputStream in = new FileInputStream(file)) {
      int length = in.readNBytes(buffer, 0, buffer.length);
      return Arrays.copyOf(buffer, length);
    } catch (IOException | SecurityException unreadable) {
      return new byte[0];
    }
  }

  /** The number behind the first {@code label} in a small file, or {@link ProcessUsage#UNKNOWN}. */
  static long number(String label, String file) {
    return number(label, bytes(file));
  }

  /** As above, in bytes already read; made for a thousand threads' files, so without strings. */
  static long number(String label, byte[] text) {
    for (int start = 0; start + label.length() < text.length; start++) {
      int matched = 0;
      while (matched < label.length() && text[start + matched] == label.charAt(matched)) {
        matched++;
      }
      if (matched == label.length()) {
        return numberAt(start + matched, text);
      }
    }
    return ProcessUsage.UNKNOWN;
  }

  private static long numberAt(int from, byte[] text) {
    int at = from;
    while (at < text.length && (text[at] == ' ' || text[at] == '\t')) {
      at++;
    }
    long value = ProcessUsage.UNKNOWN;
    while (at < text.length && text[at] >= '0' && text[at] <= '9') {
      value = Math.max(0, value) * 10 + (text[at] - '0');
      at++;
    }
    return value;
  }
}
