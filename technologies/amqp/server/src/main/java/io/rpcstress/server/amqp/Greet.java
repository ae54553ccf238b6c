package io.rpcstress.server.amqp;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.Delivery;
import io.rpcstress.contract.GreetQueue;
import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.Message;
import io.rpcstress.contract.OneWay;
import io.rpcstress.server.base.CallCounter;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * greet, and messages, whose type is their encoding, from two queues; and what has no reply-to. The
 * one with acknowledgements is served as in RabbitMQ's tutorial: one consumer, one message at a
 * time. The other has a consumer for each processor, each with a channel of its own. Both queues
 * end with their last consumer, so that a call without a consumer comes back at once.
 */
record Greet(CallCounter calls, Message.Service messages) implements Role {

  @Override
  public Consumers consume(Connection connection) throws IOException {
    Consumers consumers = new Consumers(connection);
    Channel tutorial = declared(consumers, GreetQueue.ACKNOWLEDGED);
    tutorial.basicQos(1);
    consumers.add(
        tutorial,
        GreetQueue.ACKNOWLEDGED.label(),
        true,
        (channel, request) -> {
          answer(channel, request);
          channel.basicAck(request.getEnvelope().getDeliveryTag(), false);
        });
    for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
      consumers.add(
          declared(consumers, GreetQueue.UNACKNOWLEDGED),
          GreetQueue.UNACKNOWLEDGED.label(),
          false,
          (channel, request) -> answer(channel, request));
    }
    return consumers;
  }

  private static Channel declared(Consumers consumers, GreetQueue queue) throws IOException {
    Channel channel = consumers.channel();
    channel.queueDeclare(queue.label(), false, false, true, null);
    return channel;
  }

  private void answer(Channel channel, Delivery request) throws IOException {
    String replyTo = request.getProperties().getReplyTo();
    if (replyTo == null) {
      calls.received(OneWay.isWhole(ByteBuffer.wrap(request.getBody()))); // no client waits
      return;
    }
    AMQP.BasicProperties.Builder properties =
        new AMQP.BasicProperties.Builder()
            .correlationId(request.getProperties().getCorrelationId());
    byte[] answer;
    try {
      answer = answer(request.getProperties().getContentType(), request.getBody());
      calls.served();
    } catch (IllegalArgumentException beyond) {
      answer = String.valueOf(beyond.getMessage()).getBytes(UTF_8);
      properties.type(GreetQueue.REFUSED);
      calls.failed();
    }
    channel.basicPublish("", replyTo, properties.build(), answer);
  }

  private byte[] answer(@Nullable String encoding, byte[] body) {
    if (encoding != null) {
      return messages.answer(encoding, body);
    }
    Greeting.checkBytes(body.length);
    return Greeting.greet(new String(body, UTF_8)).getBytes(UTF_8);
  }
}
