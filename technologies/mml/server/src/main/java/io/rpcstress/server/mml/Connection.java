package io.rpcstress.server.mml;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufInputStream;
import io.netty.buffer.ByteBufOutputStream;
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
import org.jspecify.annotations.Nullable;

/**
 * One client's connection. What is no frame, no message or no call ends it, behind the answers to
 * the calls before; a call that the contract does not allow is answered, and it goes on.
 */
final class Connection extends ServedConnection {
  private final CallCounter calls;

  Connection(SocketChannel channel, CallCounter calls) {
    super(
        channel,
        calls,
        new LengthFieldBasedFrameDecoder(
            Frame.LENGTH_BYTES + Frame.MAX_LENGTH,
            0,
            Frame.LENGTH_BYTES,
            0,
            /* initialBytesToStrip= */ Frame.LENGTH_BYTES));
    this.calls = calls;
  }

  @Override
  protected void received(Object message) {
    ByteBuf frame = (ByteBuf) message;
    if (frame.readableBytes() < Frame.ID_BYTES) {
      endMalformed("a frame without an id");
      return;
    }
    long id = frame.readLong();
    try {
      Message answer = answer(TypedJson.read(new ByteBufInputStream(frame)));
      if (answer == null) {
        endMalformed("a message that is no call");
      } else {
        write(id, answer);
      }
    } catch (MalformedMessageException malformed) {
      endMalformed(String.valueOf(malformed.getMessage()));
    }
  }

  @Override
  protected boolean isMalformed(Throwable problem) {
    return problem instanceof DecoderException;
  }

  /** The answer to a call; null where it is none. */
  private @Nullable Message answer(Message call) {
    try {
      if (call instanceof Message.GreetCall greet) {
        return calls.counted(() -> new Message.Greeting(Greeting.greet(greet.name())));
      }
      if (call instanceof Message.EchoCall echo) {
        return calls.counted(() -> new Message.Echo(ListEcho.echo(echo.items())));
      }
    } catch (IllegalArgumentException notAllowed) {
      return new Message.Refused(String.valueOf(notAllowed.getMessage()));
    }
    return null;
  }

  private void write(long id, Message answer) {
    ByteBuf into = replies();
    int start = into.writerIndex();
    into.writeInt(0); // its length, when that is known
    into.writeLong(id);
    TypedJson.write(answer, new ByteBufOutputStream(into));
    into.setInt(start, into.writerIndex() - start - Frame.LENGTH_BYTES);
  }
}
