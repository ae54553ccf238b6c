package io.rpcstress.driver.amqp;

import com.rabbitmq.client.Channel;
import io.rpcstress.contract.OrderMessages;
import io.rpcstress.contract.OrderStep;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * place-order: to the exchange of orders. Confirmations are published to all who have a queue at
 * the exchange of confirmations, so that ids have to be nobody else's.
 */
final class OrderRoute implements Route {

  private static final int PREFIX_BYTES = 8;
  private static final SecureRandom RANDOM = new SecureRandom();

  @Override
  public String exchange() {
    return OrderStep.PLACE.exchange();
  }

  @Override
  public String key() {
    return "";
  }

  @Override
  public String destination() {
    return "exchange " + exchange();
  }

  /** Both exchanges are declared, by whoever is first: an order without a service comes back. */
  @Override
  public String replies(Channel channel) throws IOException {
    channel.exchangeDeclare(exchange(), OrderMessages.FANOUT);
    channel.exchangeDeclare(OrderMessages.CONFIRMATIONS, OrderMessages.FANOUT);
    String queue =
        channel.queueDeclare("", false, true, true, OrderMessages.QUEUE_LIMITS).getQueue();
    channel.queueBind(queue, OrderMessages.CONFIRMATIONS, "");
    return queue;
  }

  @Override
  public boolean saysReplyTo() {
    return false;
  }

  @Override
  public String idPrefix() {
    byte[] bytes = new byte[PREFIX_BYTES];
    RANDOM.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes) + "-";
  }
}
