package io.rpcstress.client.harness.controls;

/**
 * How much the controls measure.
 *
 * @param threads calling threads where they do not matter to the control
 * @param repeat processes a side, 2 or more
 * @param seed of every random order and choice
 */
public record Scale(int threads, int repeat, long seed) {

  /** Orders of a process that is compared: order 0, and the ones that count. */
  static final int RUNS_COMPARED = 6;

  /** Calls of each thread in a run that is compared. */
  private static final int CALLS_EACH = 500;

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if they carry no verdict
   */
  public Scale {
    if (threads < 1 || repeat < 2) {
      throw new IllegalArgumentException(
          "%d threads, %d processes a side: 1 and 2 at least expected".formatted(threads, repeat));
    }
  }

  /** Calls of a run, a multiple of the threads and of every interval of planted calls. */
  int requests() {
    return Math.multiplyExact(threads, CALLS_EACH);
  }

  /** Of a measurement that must not depend on the first. */
  long otherSeed() {
    return seed + 1_000_003;
  }
}
