package io.rpcstress.driver.amqp;

import com.rabbitmq.client.Channel;
import io.rpcstress.contract.OrderMessages;
import io.rpcstress.contract.OrderStep;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Where requests go and where their replies come from. Safe for use by many threads.
 *
 * @param exchange that requests are published to; empty for the one that knows all queues
 * @param key the routing key that they have
 * @param destination what has no consumer where a request comes back: {@code queue rpc_queue}
 * @param hasReplyTo whether a request contains where its reply is to go
 * @param idPrefix what the ids of a conversation's requests begin with
 * @param replies declares what is needed, and returns the queue of the replies; null where requests
 *     have none
 */
record Route(
    String exchange,
    String key,
    String destination,
    boolean hasReplyTo,
    Supplier<String> idPrefix,
    @Nullable ReplyQueue replies) {
  /** What the broker takes for a queue that is none: replies go straight to the asking channel. */
  private static final String DIRECT_REPLY_TO = "amq.rabbitmq.reply-to";

  private static final int PREFIX_BYTES = 8;
  private static final SecureRandom RANDOM = new SecureRandom();

  /** The queue of a channel's replies. */
  interface ReplyQueue {
    String on(Channel channel) throws IOException;
  }

  /**
   * greet: to a queue, by the exchange that knows all; a reply goes to the queue that the request
   * names.
   *
   * @param direct whether replies come without a queue
   */
  static Route greet(String queue, boolean direct) {
    return new Route(
        "",
        queue,
        "queue " + queue,
        true,
        () -> "",
        channel -> direct ? DIRECT_REPLY_TO : channel.queueDeclare().getQueue());
  }

  /** one-way: to a queue, as in RabbitMQ's first tutorial; nothing comes back. */
  static Route oneWay(String queue) {
    return new Route("", queue, "queue " + queue, false, () -> "", null);
  }

  /**
   * place-order: to the exchange of orders. Confirmations are published to all who have a queue at
   * the exchange of confirmations, so each conversation's ids are its own. Both exchanges are
   * declared by the first who comes: an order without a service comes back.
   */
  static Route placeOrder() {
    String exchange = OrderStep.PLACE.exchange();
    return new Route(
        exchange,
        "",
        "exchange " + exchange,
        false,
        Route::randomPrefix,
        channel -> {
          channel.exchangeDeclare(exchange, OrderMessages.FANOUT);
          channel.exchangeDeclare(OrderMessages.CONFIRMATIONS, OrderMessages.FANOUT);
          String queue =
              channel.queueDeclare("", false, true, true, OrderMessages.QUEUE_LIMITS).getQueue();
          channel.queueBind(queue, OrderMessages.CONFIRMATIONS, "");
          return queue;
        });
  }

  private static String randomPrefix() {
    byte[] bytes = new byte[PREFIX_BYTES];
    RANDOM.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes) + "-";
  }
}
