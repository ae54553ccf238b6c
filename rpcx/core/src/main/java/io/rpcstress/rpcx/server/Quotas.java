package io.rpcstress.rpcx.server;

import java.time.Duration;
import java.util.Map;

/**
 * Limits of a service centre that are off by default, and the time to leave. Immutable.
 *
 * @param maxConnectionAge after which a client is requested to make a new connection, varied by
 *     {@link #AGE_JITTER}; zero for never
 * @param maxInFlightPerPeer calls off the event loop of one principal, or of one address without
 *     one, on all its connections; 0 for no limit
 * @param maxInFlightPerMethod calls in flight by {@code service.method}
 * @param maxCompressedConnections connections that are compressed where their clients offer it
 * @param leaveWithin how long a client may use a connection that it was requested to leave
 */
public record Quotas(
    Duration maxConnectionAge,
    int maxInFlightPerPeer,
    Map<String, Integer> maxInFlightPerMethod,
    int maxCompressedConnections,
    Duration leaveWithin) {
  /** How long a client may use a connection that it was requested to leave. */
  public static final Duration LEAVE_WITHIN = Duration.ofSeconds(10);

  /** Nothing is limited that need not be. */
  public static final Quotas NONE = new Quotas(Duration.ZERO, 0, Map.of(), 0, LEAVE_WITHIN);

  /** Share by which the age of a connection varies at random, up and down. */
  public static final double AGE_JITTER = 0.1;

  /** Makes the map unmodifiable. */
  public Quotas {
    maxInFlightPerMethod = Map.copyOf(maxInFlightPerMethod);
  }
}
