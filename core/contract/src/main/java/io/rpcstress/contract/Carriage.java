package io.rpcstress.contract;

import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * As what a proxy has to carry the calls of a technology, and with it what the proxy can count of
 * them.
 */
public enum Carriage {
  /** Requests of HTTP/1.1, which it counts. */
  HTTP("http", true),
  /** A stream of HTTP/2 for each call, which it counts. */
  GRPC("grpc", true),
  /** Streams of HTTP/2 that stay open for many calls: it sees connections, and no calls. */
  GRPC_STREAM("grpc-stream", false),
  /** Commands of the Redis protocol, which it counts. */
  REDIS("redis", true),
  /** Bytes: it sees connections, and no calls. */
  TCP("tcp", false);

  private final String label;
  private final boolean countsCalls;

  Carriage(String label, boolean countsCalls) {
    this.label = label;
    this.countsCalls = countsCalls;
  }

  public String label() {
    return label;
  }

  /** Whether a proxy that carries it knows how many calls it carried. */
  public boolean countsCalls() {
    return countsCalls;
  }

  public static Carriage parse(String label) {
    for (Carriage each : values()) {
      if (each.label.equals(label)) {
        return each;
      }
    }
    throw new IllegalArgumentException(
        "expected one of "
            + Arrays.stream(values()).map(Carriage::label).collect(Collectors.joining(", ")));
  }
}
