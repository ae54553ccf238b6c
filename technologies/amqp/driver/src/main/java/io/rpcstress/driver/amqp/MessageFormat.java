package io.rpcstress.driver.amqp;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rpcstress.contract.Confirmation;
import io.rpcstress.contract.Message;
import io.rpcstress.contract.Order;
import io.rpcstress.contract.json.OrderJson;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One operation as a message's body and its reply's. Stateless and safe for use by many threads.
 *
 * @param contentType what it is, for the server; null for none
 * @param reply reads a reply; throws an {@link IllegalArgumentException} where it is none
 */
record MessageFormat<Q, R>(
    Function<Q, byte[]> body,
    Function<Q, @Nullable String> contentType,
    Function<byte[], R> reply) {

  private MessageFormat(Function<Q, byte[]> body, Function<byte[], R> reply) {
    this(body, request -> null, reply);
  }

  /** A name, answered by the greeting. */
  static MessageFormat<String, String> greet() {
    return new MessageFormat<>(name -> name.getBytes(UTF_8), body -> new String(body, UTF_8));
  }

  /** The bytes of messages, whose type is the encoding. */
  static MessageFormat<Message.Request, byte[]> message() {
    return new MessageFormat<>(Message.Request::encode, Message.Request::encoding, body -> body);
  }

  /** Bytes without a reply, which are returned when they are published. */
  static MessageFormat<byte[], Boolean> oneWay() {
    return new MessageFormat<>(message -> message, message -> true);
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
