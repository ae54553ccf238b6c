package io.rpcstress.server.tcp;

import java.time.Duration;

/**
 * How long a peer may keep the server waiting.
 *
 * @param stalled with a line begun, or a reply not taken
 * @param idle without asking anything
 * @param linger with the last reply of a drain
 */
record Patience(Duration stalled, Duration idle, Duration linger) {
  /** Idle: longer than a point may take (600 s), so that no client is dropped between its runs. */
  static final Patience DEFAULTS =
      new Patience(Duration.ofSeconds(10), Duration.ofMinutes(15), Duration.ofSeconds(1));
}
