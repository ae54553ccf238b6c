package io.rpcstress.driver;

import io.rpcstress.contract.TlsSide;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How a session is to be run. The same for every technology; a driver refuses none of it, since the
 * command line has checked it against {@link Technology}.
 *
 * @param variant name of one of {@link Technology#variants()}
 * @param connections how the calling threads share connections
 * @param threads how many callers there will be, 1 or more
 * @param virtualThreads whether the callers are virtual threads: nothing may pin them
 * @param deadline how long one call may take, more than 0
 * @param tls what connections are encrypted with; null for plain ones
 * @param compression how requests and replies are compressed
 */
public record DriverOptions(
    String variant,
    ConnectionPolicy connections,
    int threads,
    boolean virtualThreads,
    Duration deadline,
    @Nullable TlsSide tls,
    Compression compression) {

  private static final Duration MIN_CONNECT_TIMEOUT = Duration.ofSeconds(3);

  /**
   * Checks the numbers.
   *
   * @throws IllegalArgumentException if a count or a time is not positive
   */
  public DriverOptions {
    if (threads < 1) {
      throw new IllegalArgumentException("threads is " + threads + ": 1 or more expected");
    }
    if (deadline.isNegative() || deadline.isZero()) {
      throw new IllegalArgumentException("deadline " + deadline + ": more than 0 expected");
    }
  }

  /** With plain connections, and nothing compressed. */
  public DriverOptions(
      String variant,
      ConnectionPolicy connections,
      int threads,
      boolean virtualThreads,
      Duration deadline) {
    this(variant, connections, threads, virtualThreads, deadline, null, Compression.NONE);
  }

  /**
   * How long making a connection may take before there is a call: as long as a call, and not less
   * than 3 s. On a slow line a thousand connections that open together take seconds each.
   */
  public Duration connectTimeout() {
    return deadline.compareTo(MIN_CONNECT_TIMEOUT) > 0 ? deadline : MIN_CONNECT_TIMEOUT;
  }

  /** A time as libraries take it, ms: 0 would be for ever. */
  public static int millis(Duration time) {
    return (int) Math.max(1, Math.min(time.toMillis(), Integer.MAX_VALUE));
  }
}
