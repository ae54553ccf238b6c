package io.rpcstress.driver;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** How what calls carry is compressed. Which of them a technology has is its library's choice. */
public enum Compression {
  NONE,
  /** Each message or body by itself, in the format of gzip. */
  GZIP,
  /** A connection, each way as one raw DEFLATE stream: a call refers to earlier ones. */
  DEFLATE;

  /** The word in options and files. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * Whether it goes with encryption. The length of a stream over calls shows what one has in common
   * with the others, which encryption is to hide.
   */
  public boolean isForEncrypted() {
    return this != DEFLATE;
  }

  /** The one of a label, if there is one. */
  public static Optional<Compression> find(String label) {
    return Arrays.stream(values()).filter(each -> each.label().equals(label)).findFirst();
  }

  /** All labels, in order. */
  public static List<String> labels() {
    return Arrays.stream(values()).map(Compression::label).toList();
  }
}
