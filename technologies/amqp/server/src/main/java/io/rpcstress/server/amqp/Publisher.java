package io.rpcstress.server.amqp;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import java.io.IOException;
import java.util.concurrent.locks.ReentrantLock;

/** A channel on which many threads publish, one message at a time. Thread-safe. */
final class Publisher {

  private final Channel channel;
  private final ReentrantLock writing = new ReentrantLock();

  /** Nobody else publishes on the channel. */
  Publisher(Channel channel) {
    this.channel = channel;
  }

  /**
   * Publishes a message.
   *
   * @param mandatory whether it comes back where no queue is bound to the exchange
   * @throws IOException where the channel is gone
   */
  void publish(String exchange, boolean mandatory, AMQP.BasicProperties properties, byte[] body)
      throws IOException {
    writing.lock();
    try {
      channel.basicPublish(exchange, "", mandatory, properties, body);
    } finally {
      writing.unlock();
    }
  }
}
