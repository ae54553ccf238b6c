package io.rpcstress.analysis.explain;

import java.util.OptionalDouble;

/** What keeps a point from more calls a second. */
public enum Limiter {
  /** The client's processors are busy. */
  CLIENT_CPU("client CPU"),
  /** The server's processors are busy. */
  SERVER_CPU("server CPU"),
  /** The line is full from the client to the server. */
  LINE_OUT("line, client to server"),
  /** The line is full from the server to the client. */
  LINE_IN("line, server to client"),
  /** No resource is busy, and all threads are in a call: latency limits, not capacity. */
  THREADS("threads waiting"),
  /** No resource is busy, and threads are not in calls either: start, end, or a lock. */
  NOTHING_SEEN("none of these"),
  /** Figures are missing, and none of those there is at its limit. */
  UNKNOWN("unknown");

  private final String label;

  Limiter(String label) {
    this.label = label;
  }

  /** As it is printed. */
  public String label() {
    return label;
  }

  /** The busiest resource above {@link Explanation#BUSY}; else the threads, where all is known. */
  static Limiter of(
      OptionalDouble clientCpu,
      OptionalDouble serverCpu,
      OptionalDouble lineOut,
      OptionalDouble lineIn,
      OptionalDouble concurrency,
      long mostUnderWay) {
    Limiter busiest = UNKNOWN;
    double most = Explanation.BUSY;
    OptionalDouble[] shares = {clientCpu, serverCpu, lineOut, lineIn};
    boolean known = concurrency.isPresent();
    for (int i = 0; i < shares.length; i++) {
      known &= shares[i].isPresent();
      if (shares[i].orElse(0) >= most) {
        most = shares[i].getAsDouble();
        busiest = values()[i];
      }
    }
    if (busiest != UNKNOWN || !known) {
      return busiest;
    }
    return concurrency.getAsDouble() >= Explanation.BUSY * mostUnderWay ? THREADS : NOTHING_SEEN;
  }
}
