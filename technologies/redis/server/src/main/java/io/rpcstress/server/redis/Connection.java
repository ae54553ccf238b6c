package io.rpcstress.server.redis;

import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.redis.FixedRedisMessagePool;
import io.netty.handler.codec.redis.RedisDecoder;
import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.netty.ServedConnection;

/** One client's connection: puts commands together and answers each. */
final class Connection extends ServedConnection {
  /** Clients send lengths and strings; a longer line of another kind ends in an error anyway. */
  private static final int MAX_LINE_BYTES = 64;

  private final Commands commands;
  private final CommandAssembler assembler;

  Connection(SocketChannel channel, Commands commands, CallCounter calls) {
    super(channel, calls, new RedisDecoder(MAX_LINE_BYTES, FixedRedisMessagePool.INSTANCE));
    this.commands = commands;
    this.assembler = new CommandAssembler(commands.maxBytes());
  }

  @Override
  protected void received(Object message) {
    try {
      byte[][] command = assembler.add(message);
      if (command != null) {
        commands.answer(command, replies());
      }
    } catch (MalformedCommandException malformed) {
      endMalformed(String.valueOf(malformed.getMessage()));
    }
  }

  @Override
  protected boolean isMalformed(Throwable problem) {
    return problem instanceof DecoderException;
  }

  @Override
  protected void replyToMalformed(String why) {
    Replies.error(replies(), "Protocol error: " + why);
  }
}
