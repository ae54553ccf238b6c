package io.rpcstress.measure;

/** How the calls of an open loop lie in time. */
public enum ArrivalShape {
  /** One gap between any two calls. */
  CONSTANT("constant"),
  /** Gaps drawn from the exponential distribution: callers that know nothing of each other. */
  POISSON("poisson"),
  /** A second's calls all at once, at each whole second. */
  BURSTS("bursts");

  private final String label;

  ArrivalShape(String label) {
    this.label = label;
  }

  /** The word used in options and files. */
  public String label() {
    return label;
  }

  /**
   * The shape of a label.
   *
   * @throws IllegalArgumentException if no shape has it; the message names the valid ones
   */
  public static ArrivalShape of(String label) {
    for (ArrivalShape shape : values()) {
      if (shape.label.equals(label)) {
        return shape;
      }
    }
    throw new IllegalArgumentException("'" + label + "' is no shape: constant, poisson or bursts");
  }
}
