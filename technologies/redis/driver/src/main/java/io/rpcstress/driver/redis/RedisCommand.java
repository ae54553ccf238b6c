package io.rpcstress.driver.redis;

/**
 * One operation as a command, whichever client sends it: the one class that redis needs for it.
 * Stateless and safe for use by many threads.
 *
 * @param <Q> what is asked
 * @param <R> what is answered
 */
interface RedisCommand<Q, R> {

  /** The command's name as it is sent. */
  byte[] name();

  /** The command's arguments, one or more. */
  byte[][] arguments(Q request);

  /** What a string says that the server replied. */
  R reply(byte[] text);
}
