package io.rpcstress.measure;

import java.util.Arrays;
import java.util.List;

/** How the calls of an open loop lie in time. */
public enum ArrivalShape {
  /** One gap between any two calls. */
  CONSTANT("constant"),
  /** Gaps drawn from the exponential distribution: callers that know nothing of each other. */
  POISSON("poisson"),
  /** A second's calls all at once, at each whole second. */
  BURSTS("bursts"),
  /**
   * Every call at a whole second drawn for it: a second's calls all at once, their number binomial.
   */
  RANDOM_BURSTS("random-bursts"),
  /** As calls came once, which {@link Dimension#TRACE} names. */
  TRACE("trace");

  private final String label;

  ArrivalShape(String label) {
    this.label = label;
  }

  public String label() {
    return label;
  }

  /** As an option takes it: a shell offers this. */
  @Override
  public String toString() {
    return label;
  }

  /** Of those that need nothing but a rate. */
  public static List<String> labels() {
    return Arrays.stream(values()).filter(each -> each != TRACE).map(ArrivalShape::label).toList();
  }

  public static ArrivalShape of(String label) {
    for (ArrivalShape shape : values()) {
      if (shape.label.equals(label)) {
        return shape;
      }
    }
    throw new IllegalArgumentException(
        "'%s' is no shape: %s expected".formatted(label, String.join(", ", labels())));
  }
}
