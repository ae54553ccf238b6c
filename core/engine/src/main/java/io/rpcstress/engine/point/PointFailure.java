package io.rpcstress.engine.point;

import io.rpcstress.measure.FailureCause;
import java.util.Map;
import java.util.TreeMap;

/**
 * Why a point has no result.
 *
 * @param detail one line for a person
 * @param failures calls that failed in the run that broke off, by kind
 */
public record PointFailure(FailureCause cause, String detail, Map<String, Long> failures) {

  /** What stands in a detail before the first failed call in words, which then ends it. */
  public static final String FIRST = "; first: ";

  public PointFailure {
    failures = java.util.Collections.unmodifiableMap(new TreeMap<>(failures));
  }

  /** The same, with what is behind it. */
  PointFailure because(String reason) {
    return new PointFailure(cause, reason + "; " + detail, failures);
  }

  public PointFailure(FailureCause cause, String detail) {
    this(cause, detail, Map.of());
  }
}
