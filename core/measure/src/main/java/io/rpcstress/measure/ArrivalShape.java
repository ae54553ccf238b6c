package io.rpcstress.measure;

import java.util.Arrays;
import java.util.List;

/** How the calls of an open loop lie in time. */
public enum ArrivalShape implements Labelled {
  /** One gap between any two calls. */
  CONSTANT,
  /** Gaps drawn from the exponential distribution: callers that know nothing of each other. */
  POISSON,
  /** A second's calls all at once, at each whole second. */
  BURSTS,
  /**
   * Every call at a whole second drawn for it: a second's calls all at once, their number binomial.
   */
  RANDOM_BURSTS,
  /** As calls came once, which {@link Dimension#TRACE} names. */
  TRACE;

  /** As an option takes it: a shell offers this. */
  @Override
  public String toString() {
    return label();
  }

  /** Of those that need nothing but a rate. */
  public static List<String> labels() {
    return Arrays.stream(values()).filter(each -> each != TRACE).map(ArrivalShape::label).toList();
  }

  public static ArrivalShape of(String label) {
    return Labelled.find(values(), label)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "'%s' is no shape: %s expected".formatted(label, String.join(", ", labels()))));
  }
}
