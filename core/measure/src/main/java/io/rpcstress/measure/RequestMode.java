package io.rpcstress.measure;

/**
 * What a request count means. The paper does not say it; the harness has both readings (the numbers
 * for and against each are in the documentation of the method).
 */
public enum RequestMode implements Labelled {
  /** RequestNumber is the total of a run and is dealt to the threads; the default. */
  TOTAL,
  /** Every thread makes RequestNumber calls. */
  PER_THREAD;

  /** As an option takes it: a shell offers this. */
  @Override
  public String toString() {
    return label();
  }

  public static RequestMode of(String label) {
    return Labelled.find(values(), label)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "'" + label + "' is not a request mode: total or per-thread"));
  }

  public long calls(int threadNum, int requestNum) {
    return this == TOTAL ? requestNum : Math.multiplyExact((long) threadNum, (long) requestNum);
  }

  /**
   * How many of them one thread makes. Nothing is truncated: 7 calls on 3 threads are 3 + 2 + 2.
   */
  public int callsOf(int thread, int threadNum, int requestNum) {
    if (this == PER_THREAD) {
      return requestNum;
    }
    return requestNum / threadNum + (thread < requestNum % threadNum ? 1 : 0);
  }
}
