package io.rpcstress.driver.amqp;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rpcstress.contract.Confirmation;
import io.rpcstress.contract.Order;
import io.rpcstress.contract.json.OrderJson;
import java.util.function.Function;

/**
 * One operation as a message's body and its reply's. Stateless and safe for use by many threads.
 *
 * @param body writes a request
 * @param reply reads a reply; throws an {@link IllegalArgumentException} where it is none
 * @param <Q> the request
 * @param <R> the reply
 */
record MessageFormat<Q, R>(Function<Q, byte[]> body, Function<byte[], R> reply) {
  /** A name, answered by the greeting. */
  static MessageFormat<String, String> greet() {
    return new MessageFormat<>(name -> name.getBytes(UTF_8), body -> new String(body, UTF_8));
  }

  /** An order as JSON, answered by its confirmation. */
  static MessageFormat<Order, Confirmation> placeOrder() {
    return new MessageFormat<>(
        OrderJson::written,
        body ->
            OrderJson.confirmation(body)
                .orElseThrow(() -> new IllegalArgumentException("the message confirms nothing")));
  }
}
