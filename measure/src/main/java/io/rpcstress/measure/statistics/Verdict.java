package io.rpcstress.measure.statistics;

/** What is shown of one thing against another; nothing but what its interval carries. */
public enum Verdict {
  /** Takes less time: the whole interval lies below 1. */
  FASTER("faster"),
  /** Takes more time: the whole interval lies above 1. */
  SLOWER("slower"),
  /** The interval spans 1, or there is none. */
  NO_DIFFERENCE("no difference shown");

  private final String label;

  Verdict(String label) {
    this.label = label;
  }

  /** As it is printed. */
  public String label() {
    return label;
  }
}
