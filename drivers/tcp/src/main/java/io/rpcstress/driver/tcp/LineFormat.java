package io.rpcstress.driver.tcp;

import io.rpcstress.contract.Operation;

/**
 * How one operation looks on a connection: the one class that tcp needs for it. A reply is a line.
 * Stateless and safe for use by many threads.
 *
 * @param <Q> what is asked
 * @param <R> what is answered
 */
interface LineFormat<Q, R> extends Line<R> {

  /** Whose requests and replies these are. */
  Operation<Q, R> operation();

  /** A request's bytes as they leave, its end included; in an array of their own. */
  byte[] request(Q request);

  /** The reply in a line. */
  @Override
  R read(byte[] bytes, int from, int to);
}
