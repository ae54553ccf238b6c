package io.rpcstress.server.amqp;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.Delivery;
import com.rabbitmq.client.Return;
import com.rabbitmq.client.ShutdownSignalException;
import io.rpcstress.contract.GreetQueue;
import io.rpcstress.contract.Order;
import io.rpcstress.contract.OrderMessages;
import io.rpcstress.contract.OrderStep;
import io.rpcstress.contract.json.OrderJson;
import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.services.OrderFailure;
import io.rpcstress.server.base.services.OrderFlow.Passing;
import io.rpcstress.server.base.services.OrderRelay;
import io.rpcstress.server.base.services.ServiceSetup;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The services of place-order that this process is: each consumes from the queue of its steps, with
 * a channel of its own and automatic acknowledgement, and passes the order on as {@link
 * OrderMessages} has it. A step's queue is shared by all processes that do the step, and ends with
 * the last of them. No thread waits for an order.
 */
final class Orders implements Role {

  private final ServiceSetup setup;
  private final CallCounter calls;
  private final OrderRelay<Message> relay;

  /** Of the connection that was made last. */
  private volatile @Nullable Channel publishing;

  /** One message is written at a time, as a channel needs it. */
  private final ReentrantLock writing = new ReentrantLock();

  /** What is passed on, with the correlation id, if there was one. */
  @SuppressWarnings("ArrayRecordComponent") // passed on, never compared
  private record Message(byte[] body, @Nullable String id) {}

  Orders(ServiceSetup setup, CallCounter calls) {
    this.setup = setup;
    this.calls = calls;
    this.relay = new OrderRelay<>(setup, calls::served, this::carry);
  }

  @Override
  public Consumers consume(Connection connection) throws IOException {
    Consumers consumers = new Consumers(connection);
    Channel published = consumers.channel();
    published.exchangeDeclare(OrderMessages.CONFIRMATIONS, OrderMessages.FANOUT);
    for (OrderStep step : OrderStep.values()) {
      published.exchangeDeclare(step.exchange(), OrderMessages.FANOUT);
    }
    published.addReturnListener(this::cameBack);
    publishing = published;
    for (OrderStep step : OrderStep.values()) {
      if (setup.roles().contains(step.role())) {
        Channel channel = consumers.channel();
        String queue = step.exchange();
        channel.queueDeclare(queue, false, false, true, OrderMessages.QUEUE_LIMITS);
        channel.queueBind(queue, step.exchange(), "");
        consumers.add(channel, queue, false, (from, order) -> take(step, order));
      }
    }
    return consumers;
  }

  private void take(OrderStep step, Delivery delivery) {
    Message message = new Message(delivery.getBody(), delivery.getProperties().getCorrelationId());
    Order order;
    try {
      order =
          OrderJson.order(message.body())
              .orElseThrow(() -> new IllegalArgumentException(OrderJson.EXPECTED));
    } catch (IllegalArgumentException refused) {
      calls.failed();
      refuse(message.id(), String.valueOf(refused.getMessage()));
      return;
    }
    var unused =
        relay
            .take(step, new Passing<>(order.id(), order.way(), message))
            .whenComplete(
                (nothing, problem) -> {
                  if (problem != null) {
                    calls.failed();
                    refuse(message.id(), String.valueOf(OrderFailure.of(problem).getMessage()));
                  }
                });
  }

  /** To the next service, or back to who placed it. */
  private void carry(Optional<OrderStep> next, Passing<Message> order) {
    Message message = order.body();
    try {
      if (next.isPresent()) {
        publish(next.get().exchange(), true, properties(message.id(), null), message.body());
      } else {
        publish(
            OrderMessages.CONFIRMATIONS,
            false,
            properties(message.id(), null),
            OrderJson.confirmed(order.id()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * No process has the queue of the next step. By another thread: the one that reports it has to go
   * on reading.
   */
  private void cameBack(Return order) {
    String service =
        OrderFailure.unreachable(
            step(order.getExchange()), "no process consumes from " + order.getExchange());
    var unused =
        CompletableFuture.runAsync(
            () -> {
              calls.failed();
              refuse(order.getProperties().getCorrelationId(), service);
            });
  }

  private static OrderStep step(String exchange) {
    for (OrderStep step : OrderStep.values()) {
      if (step.exchange().equals(exchange)) {
        return step;
      }
    }
    throw new IllegalArgumentException("no step is published to " + exchange);
  }

  /** Reports that an order is not done, unless the broker is gone. */
  private void refuse(@Nullable String id, String why) {
    try {
      publish(
          OrderMessages.CONFIRMATIONS,
          false,
          properties(id, GreetQueue.REFUSED),
          why.getBytes(UTF_8));
    } catch (IOException | ShutdownSignalException gone) {
      // its client's deadline ends it
    }
  }

  private void publish(
      String exchange, boolean mandatory, AMQP.BasicProperties properties, byte[] body)
      throws IOException {
    Channel now = publishing;
    if (now == null) {
      throw new IOException("no connection to the broker");
    }
    writing.lock();
    try {
      now.basicPublish(exchange, "", mandatory, properties, body);
    } finally {
      writing.unlock();
    }
  }

  private static AMQP.BasicProperties properties(@Nullable String id, @Nullable String type) {
    return new AMQP.BasicProperties.Builder().correlationId(id).type(type).build();
  }

  @Override
  public boolean finish(Duration atMost) throws InterruptedException {
    return relay.drain(atMost);
  }

  @Override
  public void close() {
    relay.close();
  }
}
