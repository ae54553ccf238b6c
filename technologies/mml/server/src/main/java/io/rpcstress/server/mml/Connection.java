package io.rpcstress.server.mml;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufInputStream;
import io.netty.buffer.ByteBufOutputStream;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.DecoderException;
import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.ListEcho;
import io.rpcstress.contract.mml.Frame;
import io.rpcstress.contract.mml.MalformedMessageException;
import io.rpcstress.contract.mml.Message;
import io.rpcstress.contract.mml.TypedJson;
import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.HeldBytes;
import io.rpcstress.server.base.TimeLimits;
import io.rpcstress.server.base.netty.ServedConnection;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * One client's connection. What is no frame, no message or no call ends it, behind the answers to
 * the calls before; a call that the contract does not allow is answered, and it goes on.
 */
final class Connection extends ServedConnection {
  private final CallCounter calls;
  private final Frames frames;

  /** What slow peers may make the server hold, of all connections together. */
  record Held(HeldBytes frames, HeldBytes replies) {}

  private Connection(SocketChannel channel, CallCounter calls, TimeLimits limits, Held held) {
    super(channel, limits, held.replies());
    this.calls = calls;
    this.frames = new Frames(held.frames());
  }

  /** Serves an accepted channel, on whose event loop this is called. */
  static Connection serve(SocketChannel channel, CallCounter calls, TimeLimits limits, Held held) {
    Connection connection = new Connection(channel, calls, limits, held);
    channel.pipeline().addLast(connection.frames, connection);
    connection.closeWhereStale();
    return connection;
  }

  @Override
  protected boolean isBegun() {
    return frames.isBegun();
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
    replied();
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
      close();
    }
  }

  /** Ends it: the bytes that follow cannot be told from those before. */
  private void refuse() {
    if (!isEnding()) {
      calls.failed();
      end();
      channel().pipeline().remove(frames); // it would keep what it does not understand
    }
  }
}
