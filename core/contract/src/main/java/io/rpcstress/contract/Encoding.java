package io.rpcstress.contract;

/** How a message of the user's own becomes bytes; the default first. */
public enum Encoding implements Labelled {
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

  public static Encoding parse(String label) {
    return Labelled.find(values(), label)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "no encoding '%s': expected one of %s"
                        .formatted(label, String.join(", ", Labelled.labels(values())))));
  }
}
