package io.rpcstress.rpcx;

/**
 * How a client chooses among its connections to one service. Connections that are not ready, in
 * doubt or ejected are chosen only if there is no other.
 */
public enum Balancing {
  /** One after the other. */
  ROUND_ROBIN,
  /**
   * Of two that are drawn at random, the one with fewer calls in flight: a slow server gets less.
   */
  LEAST_IN_FLIGHT
}
