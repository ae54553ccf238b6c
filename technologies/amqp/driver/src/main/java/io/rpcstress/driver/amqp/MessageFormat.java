package io.rpcstress.driver.amqp;

/**
 * One operation as a message's body and its answer's: the one class that this technology needs for
 * it. Stateless and safe for use by many threads.
 *
 * @param <Q> what is asked
 * @param <R> what is answered
 */
interface MessageFormat<Q, R> {

  /** The body that asks. */
  byte[] body(Q request);

  /** What an answer's body says. */
  R reply(byte[] body);
}
