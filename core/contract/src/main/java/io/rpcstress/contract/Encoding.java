package io.rpcstress.contract;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** How a message of the user's own becomes bytes; the default first. */
public enum Encoding {
  /** Jackson, on a record or a bean. */
  JSON,
  /** Classes that protoc generates. */
  PROTOBUF,
  /** Specific records that Avro's compiler generates. */
  AVRO,
  /** Jackson's binary JSON (RFC 8949), on the same record or bean as {@link #JSON}. */
  CBOR,
  /** Java's own serialization of that record or bean. */
  JAVA;

  /** As in options, files and tables: {@code json}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Encoding parse(String label) {
    for (Encoding each : values()) {
      if (each.label().equals(label)) {
        return each;
      }
    }
    throw new IllegalArgumentException(
        "no encoding '%s': expected one of %s"
            .formatted(
                label,
                Arrays.stream(values()).map(Encoding::label).collect(Collectors.joining(", "))));
  }
}
