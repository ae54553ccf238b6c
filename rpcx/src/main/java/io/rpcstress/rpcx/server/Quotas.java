package io.rpcstress.rpcx.server;

import java.time.Duration;
import java.util.Map;

/**
 * Limits of a service centre that are off unless asked for. Immutable.
 *
 * @param maxConnectionAge after which a client is asked for a new connection, varied by {@link
 *     #AGE_JITTER}; zero for never
 * @param maxInFlightPerPeer calls off the event loop of one principal, or of one address without
 *     one, on all its connections; 0 for no limit
 * @param maxInFlightPerMethod calls in flight by {@code service.method}
 */
public record Quotas(
    Duration maxConnectionAge, int maxInFlightPerPeer, Map<String, Integer> maxInFlightPerMethod) {
  /** Nothing is limited. */
  public static final Quotas NONE = new Quotas(Duration.ZERO, 0, Map.of());

  /** Share by which the age of a connection varies at random, up and down. */
  public static final double AGE_JITTER = 0.1;

  /** How long a client may use a connection that it was asked to leave, in ms. */
  public static final long LEAVE_MILLIS = 10_000;

  /** Makes the map unmodifiable. */
  public Quotas {
    maxInFlightPerMethod = Map.copyOf(maxInFlightPerMethod);
  }
}
