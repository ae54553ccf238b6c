package io.rpcstress.driver.rsocket;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rpcstress.contract.Entry;
import io.rpcstress.contract.PutFrame;
import java.util.function.Function;

/**
 * One operation as a payload's data and its reply's. Stateless and safe for use by many threads.
 *
 * @param data writes a request
 * @param reply reads a reply
 * @param <Q> the request
 * @param <R> the reply
 */
record PayloadFormat<Q, R>(Function<Q, byte[]> data, Function<String, R> reply) {
  /** A name, answered by the greeting. */
  static PayloadFormat<String, String> greet() {
    return new PayloadFormat<>(name -> name.getBytes(UTF_8), greeting -> greeting);
  }

  /** A {@link PutFrame}, answered by a word. */
  static PayloadFormat<Entry, Boolean> put() {
    return new PayloadFormat<>(PutFrame::of, PutFrame.KEPT::equals);
  }
}
