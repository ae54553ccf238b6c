package io.rpcstress.rpcx.bench;

import io.rpcstress.rpcx.Limits;
import java.time.Duration;

/** How long the clients here wait, so that a host that others use breaks no connection. */
final class Patience {
  /** For a reply, and for a sign of life. What is slow shows in the longest time of a call. */
  static final Duration TIME = Duration.ofSeconds(15);

  /** Limits of such a client. */
  static final Limits LIMITS = Limits.builder().pingTimeout(TIME).build();

  private Patience() {}
}
