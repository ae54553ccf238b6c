package io.rpcstress.server.rsocket;

import java.time.Duration;

/**
 * How long a peer may keep a connection waiting before it is closed. All are more than 0.
 *
 * @param stalled with a frame begun, or with an answer that it does not take
 * @param idle without a frame; a client that keeps to the protocol says every now and then that it
 *     lives
 */
record TimeLimits(Duration stalled, Duration idle) {
  /** Idle: longer than a point may take (600 s), so that no client is dropped between its runs. */
  static final TimeLimits DEFAULTS = new TimeLimits(Duration.ofSeconds(10), Duration.ofMinutes(15));
}
