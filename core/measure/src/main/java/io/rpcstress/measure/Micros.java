package io.rpcstress.measure;

import org.jspecify.annotations.Nullable;

/** Milliseconds in memory, whole microseconds in files. Stateless. */
final class Micros {

  private static final double PER_MILLI = 1e3;

  private Micros() {}

  static @Nullable Long ofMillis(@Nullable Double millis) {
    if (millis == null) {
      return null;
    }
    if (!Double.isFinite(millis)) {
      throw new IllegalArgumentException(millis + " ms: a finite time expected");
    }
    return Math.round(millis * PER_MILLI);
  }

  static @Nullable Double toMillis(@Nullable Long micros) {
    return micros == null ? null : (Double) (micros / PER_MILLI);
  }
}
