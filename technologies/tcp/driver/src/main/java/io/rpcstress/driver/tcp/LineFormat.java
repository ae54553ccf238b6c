package io.rpcstress.driver.tcp;

/**
 * How one operation looks on a connection: the one class that tcp needs for it. Stateless and safe
 * for use by many threads.
 */
interface LineFormat<Q, R> extends Line<R> {

  /** A request's bytes as they leave, its end included; in an array of their own. */
  byte[] request(Q request);

  /** The reply in a line, or in what else an operation has. */
  @Override
  R read(byte[] bytes, int from, int end);
}
