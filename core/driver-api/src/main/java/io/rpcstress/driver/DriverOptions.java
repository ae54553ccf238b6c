package io.rpcstress.driver;

import java.time.Duration;

/**
 * How a session is to be run. The same for every technology; a driver refuses none of it, since the
 * command line has checked it against {@link Technology}.
 *
 * @param variant name of one of {@link Technology#variants()}
 * @param connections how the calling threads share connections
 * @param threads how many callers there will be, 1 or more
 * @param virtualThreads whether the callers are virtual threads: nothing may pin them
 * @param deadline how long one call may take, more than 0
 * @param connectTimeout how long making one connection may take, more than 0
 */
public record DriverOptions(
    String variant,
    ConnectionPolicy connections,
    int threads,
    boolean virtualThreads,
    Duration deadline,
    Duration connectTimeout) {

  /** How long making one connection may take where nothing else is said. */
  public static final Duration DEFAULT_CONNECT_TIMEOUT = Duration.ofSeconds(3);

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if a count or a time is not positive
   */
  public DriverOptions {
    if (threads < 1) {
      throw new IllegalArgumentException("threads is " + threads + ": 1 or more expected");
    }
    if (deadline.isNegative()
        || deadline.isZero()
        || connectTimeout.isNegative()
        || connectTimeout.isZero()) {
      throw new IllegalArgumentException(
          "deadline %s, connect timeout %s: more than 0 expected"
              .formatted(deadline, connectTimeout));
    }
  }

  /**
   * How long making a connection may take where a call has to make it: no longer than the call.
   *
   * @return more than 0
   */
  public Duration connectTimeoutWithinCall() {
    return connectTimeout.compareTo(deadline) < 0 ? connectTimeout : deadline;
  }
}
