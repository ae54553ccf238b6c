package io.rpcstress.server.redis;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.redis.FixedRedisMessagePool;
import io.netty.handler.codec.redis.RedisDecoder;
import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.netty.ServedConnection;
import java.io.IOException;

/** One client's connection: puts commands together and answers each. */
final class Connection extends ServedConnection {
  /** Clients send lengths and strings; a longer line of another kind ends in an error anyway. */
  private static final int MAX_LINE_BYTES = 64;

  private final Commands commands;
  private final CallCounter calls;
  private final RedisDecoder decoder =
      new RedisDecoder(MAX_LINE_BYTES, FixedRedisMessagePool.INSTANCE);
  private final CommandAssembler assembler;

  private Connection(SocketChannel channel, Commands commands, CallCounter calls) {
    super(channel);
    this.commands = commands;
    this.calls = calls;
    this.assembler = new CommandAssembler(commands.maxBytes());
  }

  /** Serves an accepted channel, on whose event loop this is called. */
  static void serve(SocketChannel channel, Commands commands, CallCounter calls) {
    Connection connection = new Connection(channel, commands, calls);
    channel.pipeline().addLast(connection.decoder, connection);
  }

  @Override
  protected void received(Object message) {
    try {
      byte[][] command = assembler.add(message);
      if (command != null) {
        commands.answer(command, replies());
      }
    } catch (MalformedCommandException malformed) {
      refuse(String.valueOf(malformed.getMessage()));
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable problem) {
    if (problem instanceof DecoderException) {
      refuse("Protocol error: a line is not as RESP2 has it");
    } else {
      if (!(problem instanceof IOException)) { // which is a peer that is gone
        System.err.println("server-redis: a connection had to be closed: " + problem);
      }
      var unused = context.close();
    }
  }

  /** Reports the fault and ends: the bytes that follow cannot be separated from those before. */
  private void refuse(String why) {
    if (!isEnding()) {
      calls.failed();
      Replies.error(replies(), why);
      end();
      channel().pipeline().remove(decoder); // it would keep what it does not understand
    }
  }
}
