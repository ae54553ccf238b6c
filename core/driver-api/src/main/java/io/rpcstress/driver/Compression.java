package io.rpcstress.driver;

import io.rpcstress.contract.Labelled;
import java.util.List;
import java.util.Optional;

/** How what calls carry is compressed. Which of them a technology has is its library's choice. */
public enum Compression implements Labelled {
  NONE,
  /** Each message or body by itself, in the format of gzip. */
  GZIP,
  /** A connection, each way as one raw DEFLATE stream: a call refers to earlier ones. */
  DEFLATE;

  /**
   * Whether it goes with encryption. The length of a stream over calls shows what one has in common
   * with the others, which encryption is to hide.
   */
  public boolean isForEncrypted() {
    return this != DEFLATE;
  }

  /** The one of a label, if there is one. */
  public static Optional<Compression> find(String label) {
    return Labelled.find(values(), label);
  }

  /** All labels, in order. */
  public static List<String> labels() {
    return Labelled.labels(values());
  }
}
