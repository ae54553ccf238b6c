package io.rpcstress.contract;

/**
 * As what a proxy has to carry the calls of a technology, and with it what the proxy can count of
 * them.
 */
public enum Carriage implements Labelled {
  /** Requests of HTTP/1.1, which it counts. */
  HTTP(true),
  /** A stream of HTTP/2 for each call, which it counts. */
  GRPC(true),
  /** Streams of HTTP/2 that stay open for many calls: it sees connections, and no calls. */
  GRPC_STREAM(false),
  /** Commands of the Redis protocol, which it counts. */
  REDIS(true),
  /** Bytes: it sees connections, and no calls. */
  TCP(false);

  private final boolean countsCalls;

  Carriage(boolean countsCalls) {
    this.countsCalls = countsCalls;
  }

  /** Whether a proxy that carries it knows how many calls it carried. */
  public boolean countsCalls() {
    return countsCalls;
  }

  public static Carriage parse(String label) {
    return Labelled.find(values(), label)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "expected one of " + String.join(", ", Labelled.labels(values()))));
  }
}
