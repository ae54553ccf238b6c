package io.rpcstress.engine.load;

/** Hands out the calls of an open loop in the order in which they are due. Thread-safe. */
@FunctionalInterface
interface DueCalls {

  /**
   * Takes a call. Its taker makes it, however late.
   *
   * @return when it is due on the clock; {@link Arrivals#NONE} where none is left
   */
  long take();
}
