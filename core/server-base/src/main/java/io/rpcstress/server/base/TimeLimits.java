package io.rpcstress.server.base;

import java.time.Duration;

/**
 * How long a peer may keep a connection waiting before it is closed. All are more than 0.
 *
 * @param stalled with a request begun, or with replies that it does not take
 * @param idle without asking anything
 * @param linger with the last reply, before a connection that is being ended is cut; nothing where
 *     a library closes connections by itself
 */
public record TimeLimits(Duration stalled, Duration idle, Duration linger) {
  /** Idle: longer than a point may take (600 s), so that no client is dropped between its runs. */
  public static final TimeLimits DEFAULTS =
      new TimeLimits(Duration.ofSeconds(10), Duration.ofMinutes(15), Duration.ofSeconds(1));
}
