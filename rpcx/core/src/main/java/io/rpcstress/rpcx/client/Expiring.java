package io.rpcstress.rpcx.client;

import io.rpcstress.rpcx.RPCXException;

/** Holds calls whose deadlines the {@link DeadlineWatch} watches. Thread-safe. */
interface Expiring {
  /**
   * Ends what has expired.
   *
   * @param nowNanos the time, by System.nanoTime
   * @return ns from then to the earliest deadline that is left, {@link Long#MAX_VALUE} if none is
   */
  long expire(long nowNanos);

  /** How many calls are there. */
  int size();

  /** Ends all calls. */
  void close(RPCXException because);
}
