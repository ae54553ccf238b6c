package io.rpcstress.driver.rsocket;

/**
 * One operation as a payload's data and its answer's: the one class that this technology needs for
 * it. Stateless and safe for use by many threads.
 *
 * @param <Q> the request
 * @param <R> the reply
 */
interface PayloadFormat<Q, R> {

  /** The data that asks. */
  byte[] data(Q request);

  /** What an answer's data contains. */
  R reply(String text);
}
