package io.rpcstress.driver.rsocket;

import io.rsocket.Payload;
import org.jspecify.annotations.Nullable;

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

  /** The metadata beside it; null for none. */
  default @Nullable String metadata(Q request) {
    return null;
  }

  /** What an answer contains; it is released behind this. */
  R reply(Payload answer);
}
