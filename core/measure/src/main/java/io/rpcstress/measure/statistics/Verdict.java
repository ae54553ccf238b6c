package io.rpcstress.measure.statistics;

/** What is shown of one thing against another; nothing but what its interval carries. */
public enum Verdict {
  /** Takes less time: the whole interval lies below 1. */
  FASTER("faster"),
  /** Takes more time: the whole interval lies above 1. */
  SLOWER("slower"),
  /** The interval spans 1. */
  TOO_CLOSE("too close to call"),
  /** Nothing is judged: there is no interval over processes, or a flag takes the number out. */
  NONE("no verdict");

  /**
   * Processes that each side needs: fewer give a ratio and an interval, which says little of how
   * far the next process lies.
   */
  public static final int MIN_PROCESSES = 5;

  private final String label;

  Verdict(String label) {
    this.label = label;
  }

  public String label() {
    return label;
  }

  /** Processes that a verdict lacks, where the sides have so many. */
  public static int missing(int ours, int theirs) {
    return Math.max(0, MIN_PROCESSES - Math.min(ours, theirs));
  }

  /** The standing of a comparison that lacks so many. */
  public static String tooFew(int missing) {
    return "too few processes: " + missing + " more";
  }
}
