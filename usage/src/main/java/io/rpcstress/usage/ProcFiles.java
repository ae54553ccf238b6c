package io.rpcstress.usage;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the small files in which the kernel tells about itself; what cannot be read is null. */
final class ProcFiles {
  /** Far above any file read here, and small enough to hold whatever is found instead. */
  private static final int MAX_BYTES = 1 << 20;

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
}
