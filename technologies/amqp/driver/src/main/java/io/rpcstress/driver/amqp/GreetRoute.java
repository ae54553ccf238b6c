package io.rpcstress.driver.amqp;

import com.rabbitmq.client.Channel;
import java.io.IOException;

/**
 * greet: to a queue, by the exchange that knows all; a reply goes to the queue that the request
 * names.
 *
 * @param queue where requests go
 * @param direct whether replies come without a queue
 */
record GreetRoute(String queue, boolean direct) implements Route {

  /** What the broker takes for a queue that is none: replies go straight to the asking channel. */
  private static final String DIRECT_REPLY_TO = "amq.rabbitmq.reply-to";

  @Override
  public String exchange() {
    return "";
  }

  @Override
  public String key() {
    return queue;
  }

  @Override
  public String destination() {
    return "queue " + queue;
  }

  @Override
  public String replies(Channel channel) throws IOException {
    return direct ? DIRECT_REPLY_TO : channel.queueDeclare().getQueue();
  }

  @Override
  public boolean saysReplyTo() {
    return true;
  }

  @Override
  public String idPrefix() {
    return "";
  }
}
