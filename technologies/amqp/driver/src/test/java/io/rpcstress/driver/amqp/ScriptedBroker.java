package io.rpcstress.driver.amqp;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.LongString;
import com.rabbitmq.client.impl.AMQContentHeader;
import com.rabbitmq.client.impl.AMQImpl;
import com.rabbitmq.client.impl.LongStringHelper;
import com.rabbitmq.client.impl.Method;
import io.rpcstress.driver.LoopbackServer;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/** Answers each message as a test wants it: a broker and the server behind it in one. */
final class ScriptedBroker extends LoopbackServer {
  private static final int HEADER_BYTES = 8;
  private static final int MAX_CHANNELS = 2047;
  private static final int MAX_FRAME_BYTES = 131_072;

  /** What a broker does with a message. */
  interface Script {
    void answer(Message message, Answering answering) throws Exception;
  }

  /** A message that came. */
  record Message(int channel, AMQP.BasicProperties properties, String body) {

    /** The same from another sender. */
    Message from(String correlationId) {
      return new Message(channel, properties.builder().correlationId(correlationId).build(), body);
    }
  }

  private final Script script;
  private final boolean refusing;

  ScriptedBroker(Script script) throws IOException {
    this(script, false);
  }

  /** One that refuses each connection, where that is wanted. */
  ScriptedBroker(Script script, boolean refusing) throws IOException {
    super(0);
    this.script = script;
    this.refusing = refusing;
    start();
  }

  @Override
  protected void serve(Socket socket) throws Exception {
    DataInputStream in = new DataInputStream(socket.getInputStream());
    Answering answering = new Answering(new DataOutputStream(socket.getOutputStream()));
    in.readFully(new byte[HEADER_BYTES]);
    LongString plain = LongStringHelper.asLongString("PLAIN");
    Map<String, Object> properties =
        Map.of("capabilities", Map.of("authentication_failure_close", true));
    answering.send(
        0,
        new AMQImpl.Connection.Start(0, 9, properties, plain, LongStringHelper.asLongString("en")));
    Map<Integer, AMQContentHeader> headers = new HashMap<>();
    while (true) {
      int type = in.readUnsignedByte();
      int channel = in.readUnsignedShort();
      byte[] payload = new byte[in.readInt()];
      in.readFully(payload);
      in.readUnsignedByte(); // the frame's end
      if (type == AMQP.FRAME_METHOD) {
        method(channel, AMQImpl.readMethodFrom(stream(payload)), answering);
      } else if (type == AMQP.FRAME_HEADER) {
        AMQContentHeader header = AMQImpl.readContentHeaderFrom(stream(payload));
        headers.put(channel, header);
        if (header.getBodySize() == 0) {
          answer(channel, header, "", answering);
        }
      } else if (type == AMQP.FRAME_BODY) {
        answer(
            channel,
            Objects.requireNonNull(headers.get(channel)),
            new String(payload, UTF_8),
            answering);
      }
    }
  }

  private void answer(int channel, AMQContentHeader header, String body, Answering answering)
      throws Exception {
    script.answer(new Message(channel, (AMQP.BasicProperties) header, body), answering);
  }

  private static DataInputStream stream(byte[] payload) {
    return new DataInputStream(new ByteArrayInputStream(payload));
  }

  private void method(int channel, com.rabbitmq.client.Method method, Answering answering)
      throws IOException {
    if (method instanceof AMQP.Connection.StartOk) {
      answering.send(
          0,
          refusing
              ? new AMQImpl.Connection.Close(AMQP.ACCESS_REFUSED, "ACCESS_REFUSED", 0, 0)
              : new AMQImpl.Connection.Tune(MAX_CHANNELS, MAX_FRAME_BYTES, 0));
    } else if (method instanceof AMQP.Connection.Open) {
      answering.send(0, new AMQImpl.Connection.OpenOk(""));
    } else if (method instanceof AMQP.Connection.Close) {
      answering.send(0, new AMQImpl.Connection.CloseOk());
    } else if (method instanceof AMQP.Channel.Open) {
      answering.send(channel, new AMQImpl.Channel.OpenOk(LongStringHelper.asLongString("")));
    } else if (method instanceof AMQP.Channel.Close) {
      answering.send(channel, new AMQImpl.Channel.CloseOk());
    } else if (method instanceof AMQP.Queue.Declare) {
      answering.send(channel, new AMQImpl.Queue.DeclareOk("replies-" + channel, 0, 0));
    } else if (method instanceof AMQP.Exchange.Declare) {
      answering.send(channel, new AMQImpl.Exchange.DeclareOk());
    } else if (method instanceof AMQP.Queue.Bind) {
      answering.send(channel, new AMQImpl.Queue.BindOk());
    } else if (method instanceof AMQP.Basic.Consume) {
      answering.send(channel, new AMQImpl.Basic.ConsumeOk(tag(channel)));
    }
  }

  private static String tag(int channel) {
    return "t" + channel;
  }

  /**
   * What a script answers with.
   *
   * @param out for anything that is no frame
   */
  record Answering(DataOutputStream out) {

    synchronized void reply(Message to, String type, String text) throws IOException {
      AMQP.BasicProperties properties =
          new AMQP.BasicProperties.Builder()
              .correlationId(to.properties().getCorrelationId())
              .type(type)
              .build();
      method(to.channel(), new AMQImpl.Basic.Deliver(tag(to.channel()), 1, false, "", "to"));
      content(to.channel(), properties, text.getBytes(UTF_8));
    }

    synchronized void giveBack(Message message) throws IOException {
      method(message.channel(), new AMQImpl.Basic.Return(AMQP.NO_ROUTE, "NO_ROUTE", "", "queue"));
      content(message.channel(), message.properties(), message.body().getBytes(UTF_8));
    }

    synchronized void closeChannel(Message message) throws IOException {
      send(
          message.channel(),
          new AMQImpl.Channel.Close(AMQP.PRECONDITION_FAILED, "message too large", 0, 0));
    }

    private void content(int channel, AMQP.BasicProperties properties, byte[] body)
        throws IOException {
      properties.toFrame(channel, body.length).writeTo(out);
      int bytes;
      for (int from = 0; from < body.length; from += bytes) {
        bytes = Math.min(body.length - from, MAX_FRAME_BYTES - HEADER_BYTES);
        out.writeByte(AMQP.FRAME_BODY);
        out.writeShort(channel);
        out.writeInt(bytes);
        out.write(body, from, bytes);
        out.writeByte(AMQP.FRAME_END);
      }
      out.flush();
    }

    private void method(int channel, Method method) throws IOException {
      method.toFrame(channel).writeTo(out);
    }

    synchronized void send(int channel, Method method) throws IOException {
      method(channel, method);
      out.flush();
    }
  }
}
