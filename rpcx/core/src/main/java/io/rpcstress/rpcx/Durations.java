package io.rpcstress.rpcx;

import java.time.Duration;

/** Bounds the durations that an application may set. */
final class Durations {
  /** Longest that any setting may have. */
  static final Duration LONGEST = Duration.ofDays(365);

  private Durations() {}

  /**
   * Checks a duration that was given.
   *
   * @throws IllegalArgumentException if it is out of range, naming it, the range and a remedy
   */
  static void check(String name, Duration value, Duration least, Duration most) {
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw new IllegalArgumentException(
          name
              + " is "
              + value
              + ", expected "
              + least
              + " to "
              + most
              + "; nothing waits for ever here: give the longest time that is of use");
    }
  }
}
