package io.rpcstress.analysis.model;

import org.jspecify.annotations.Nullable;

/**
 * What is not known is no number, {@link Double#NaN}: so is all that is computed of it, and a cell
 * that it would stand in is empty.
 */
public final class Unknown {

  private Unknown() {}

  /** What a file says as a number; none where it says nothing. */
  public static double orNaN(@Nullable Number value) {
    return value == null ? Double.NaN : value.doubleValue();
  }
}
