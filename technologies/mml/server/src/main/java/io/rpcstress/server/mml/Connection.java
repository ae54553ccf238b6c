package io.rpcstress.server.mml;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufInputStream;
import io.netty.buffer.ByteBufOutputStream;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.ListEcho;
import io.rpcstress.contract.mml.Frame;
import io.rpcstress.contract.mml.MalformedMessageException;
import io.rpcstress.contract.mml.Message;
import io.rpcstress.contract.mml.TypedJson;
import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.netty.ServedConnection;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * One client's connection. What is no frame, no message or no call ends it, behind the answers to
 * the calls before; a call that the contract does not allow is answered, and it goes on.
 */
final class Connection extends ServedConnection {
  private final CallCounter calls;
  private final LengthFieldBasedFrameDecoder frames =
      new LengthFieldBasedFrameDecoder(
          Frame.LENGTH_BYTES + Frame.MAX_LENGTH,
          0,
          Frame.LENGTH_BYTES,
          0,
          /* initialBytesToStrip= */ Frame.LENGTH_BYTES);

  private Connection(SocketChannel channel, CallCounter calls) {
    super(channel);
    this.calls = calls;
  }

  /** Serves an accepted channel, on whose event loop this is called. */
  static void serve(SocketChannel channel, CallCounter calls) {
    Connection connection = new Connection(channel, calls);
    channel.pipeline().addLast(connection.frames, connection);
  }

  @Override
  protected void received(Object message) {
    ByteBuf frame = (ByteBuf) message;
    if (frame.readableBytes() < Frame.ID_BYTES) {
      refuse();
      return;
    }
    long id = frame.readLong();
    Message answer;
    try {
      answer = answer(TypedJson.read(new ByteBufInputStream(frame)));
    } catch (MalformedMessageException malformed) {
      refuse();
      return;
    }
    if (answer == null) {
      refuse();
      return;
    }
    write(id, answer);
  }

  /** The answer to a call; null where it is none. */
  private @Nullable Message answer(Message call) {
    Message answer;
    try {
      if (call instanceof Message.GreetCall greet) {
        answer = new Message.Greeting(Greeting.greet(greet.name()));
      } else if (call instanceof Message.EchoCall echo) {
        answer = new Message.Echo(ListEcho.echo(echo.items()));
      } else {
        return null;
      }
    } catch (IllegalArgumentException notAllowed) {
      calls.failed();
      return new Message.Refused(String.valueOf(notAllowed.getMessage()));
    }
    calls.served();
    return answer;
  }

  private void write(long id, Message answer) {
    ByteBuf into = replies();
    int start = into.writerIndex();
    into.writeInt(0); // its length, when that is known
    into.writeLong(id);
    TypedJson.write(answer, new ByteBufOutputStream(into));
    into.setInt(start, into.writerIndex() - start - Frame.LENGTH_BYTES);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable problem) {
    if (problem instanceof DecoderException) { // a frame that is too long
      refuse();
    } else {
      if (!(problem instanceof IOException)) { // which is a peer that is gone
        System.err.println("server-mml: a connection had to be closed: " + problem);
      }
      var unused = context.close();
    }
  }

  /** Ends it: the bytes that follow cannot be separated from those before. */
  private void refuse() {
    if (!isEnding()) {
      calls.failed();
      end();
      channel().pipeline().remove(frames); // it would keep what it does not understand
    }
  }
}
