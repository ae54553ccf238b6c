package io.rpcstress.server.thrift;

import java.time.Duration;

/**
 * How long a peer may keep a connection waiting before it is closed. All are more than 0, and kept
 * as exactly as {@code look} says.
 *
 * @param stalled with a call begun, or with an answer that it does not take
 * @param idle without asking anything
 * @param look how often late peers are looked for
 */
record TimeLimits(Duration stalled, Duration idle, Duration look) {
  /** Idle: longer than a point may take (600 s), so that no client is dropped between its runs. */
  static final TimeLimits DEFAULTS =
      new TimeLimits(Duration.ofSeconds(10), Duration.ofMinutes(15), Duration.ofMillis(500));
}
