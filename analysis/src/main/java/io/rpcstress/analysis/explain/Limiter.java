package io.rpcstress.analysis.explain;

/** What keeps a point from more calls a second. */
public enum Limiter {
  CLIENT_CPU("client CPU"),
  SERVER_CPU("server CPU"),
  LINE_OUT("line, client to server"),
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

  public String label() {
    return label;
  }

  /** The busiest resource above {@link Explanation#BUSY}; else the threads, where all is known. */
  static Limiter of(
      double clientCpu,
      double serverCpu,
      double lineOut,
      double lineIn,
      double concurrency,
      long mostUnderWay) {
    Limiter busiest = UNKNOWN;
    double most = Explanation.BUSY;
    double[] shares = {clientCpu, serverCpu, lineOut, lineIn};
    boolean known = !Double.isNaN(concurrency);
    for (int i = 0; i < shares.length; i++) {
      known &= !Double.isNaN(shares[i]);
      if (shares[i] >= most) {
        most = shares[i];
        busiest = values()[i];
      }
    }
    if (busiest != UNKNOWN || !known) {
      return busiest;
    }
    return concurrency >= Explanation.BUSY * mostUnderWay ? THREADS : NOTHING_SEEN;
  }
}
