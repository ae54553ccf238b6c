package io.rpcstress.server.amqp;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.Delivery;
import com.rabbitmq.client.Envelope;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The consumers of a connection, each with a channel of its own. Thread-safe. */
final class Consumers {

  /** Answers what is delivered, on the one thread that has its channel's deliveries. */
  interface Answering {

    /** Answers one delivery. */
    void answer(Channel channel, Delivery request) throws IOException;
  }

  private final Connection connection;
  private final List<Consuming> all = new CopyOnWriteArrayList<>();

  /** None yet, of a connection that is open. */
  Consumers(Connection connection) {
    this.connection = connection;
  }

  /**
   * A new channel. Where the broker closes it, which it does for what it refuses, the whole
   * connection ends and is made anew: half a server would leave requests lying.
   */
  Channel channel() throws IOException {
    Channel channel =
        connection
            .openChannel()
            .orElseThrow(() -> new IOException("the broker allows no further channel"));
    channel.addShutdownListener(
        why -> {
          if (!why.isHardError() && !why.isInitiatedByApplication()) {
            endConnection();
          }
        });
    return channel;
  }

  /** By another thread: the one that reports a loss has to go on reading. */
  private void endConnection() {
    new Thread(connection::abort, "broker-disconnect").start();
  }

  /** Consumes from a queue; without acknowledgements what is delivered counts as done. */
  void add(Channel channel, String queue, boolean acknowledged, Answering answering)
      throws IOException {
    Consuming consuming = new Consuming(channel, answering);
    all.add(consuming);
    String unused = channel.basicConsume(queue, !acknowledged, consuming);
  }

  /** Has the broker deliver nothing more, and waits until all is answered that it has delivered. */
  boolean drain(Duration atMost) throws InterruptedException {
    long end = System.nanoTime() + atMost.toNanos();
    try {
      for (Consuming each : all) {
        each.getChannel().basicCancel(each.getConsumerTag());
      }
    } catch (IOException | ShutdownSignalException lost) {
      return true; // nothing can be answered any more
    }
    for (Consuming each : all) {
      if (!each.ended.await(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
        return false;
      }
    }
    return true;
  }

  private final class Consuming extends DefaultConsumer {
    private final Answering answering;

    /** Called behind the last delivery. */
    private final CountDownLatch ended = new CountDownLatch(1);

    Consuming(Channel channel, Answering answering) {
      super(channel);
      this.answering = answering;
    }

    @Override
    public void handleDelivery(
        String tag, Envelope envelope, AMQP.BasicProperties properties, byte[] body)
        throws IOException {
      answering.answer(getChannel(), new Delivery(envelope, properties, body));
    }

    @Override
    public void handleCancelOk(String tag) {
      ended.countDown();
    }

    /** The queue was taken away. */
    @Override
    public void handleCancel(String tag) {
      ended.countDown();
      endConnection();
    }

    @Override
    public void handleShutdownSignal(String tag, ShutdownSignalException why) {
      ended.countDown();
    }
  }
}
