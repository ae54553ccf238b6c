package io.rpcstress.measure;

/** How the calls of a point are made. Numbers of different shapes never mix. */
public enum LoadShape implements Labelled {
  /** Each thread makes a number of calls, one after the other: the first seconds of a process. */
  COUNTED,
  /** All threads call all the time, and the calls that end inside a window count for it. */
  TIMED,
  /** Calls start when they are due, whatever became of the ones before. */
  OPEN;

  /**
   * Whether a process with this flag is left out of its cell's numbers. A counted loop's is not:
   * its cell is judged whole.
   */
  public boolean isLeftOutBy(Flag flag) {
    return switch (this) {
      case COUNTED -> false;
      case TIMED -> flag.invalidates();
      case OPEN -> flag.invalidatesLatencies();
    };
  }
}
