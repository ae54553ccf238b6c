package io.rpcstress.server.redis;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.redis.FixedRedisMessagePool;
import io.netty.handler.codec.redis.RedisDecoder;
import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.TimeLimits;
import io.rpcstress.server.base.netty.ServedConnection;
import java.io.IOException;

/** One client's connection: puts commands together and answers each. */
final class Connection extends ServedConnection {
  /** Clients send lengths and strings; a longer line of another kind ends in an error anyway. */
  private static final int MAX_LINE_BYTES = 64;

  private final Commands commands;
  private final CallCounter calls;
  private final ReadEnds ends = new ReadEnds();
  private final RedisDecoder decoder =
      new RedisDecoder(MAX_LINE_BYTES, FixedRedisMessagePool.INSTANCE);
  private final CommandAssembler assembler = new CommandAssembler(Commands.MAX_BYTES);

  private Connection(
      SocketChannel channel, Commands commands, CallCounter calls, TimeLimits limits) {
    super(channel, limits);
    this.commands = commands;
    this.calls = calls;
  }

  /** Serves an accepted channel, on whose event loop this is called. */
  static Connection serve(
      SocketChannel channel, Commands commands, CallCounter calls, TimeLimits limits) {
    Connection connection = new Connection(channel, commands, calls, limits);
    channel.pipeline().addLast(connection.ends, connection.decoder, connection);
    connection.closeWhereStale();
    return connection;
  }

  /**
   * Sees where each read ends. The decoder keeps the beginning of a line to itself; but every
   * command ends with the end of a line, so whatever ends otherwise ends amid a command.
   */
  private static final class ReadEnds extends ChannelInboundHandlerAdapter {
    private boolean amidLine;

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      if (message instanceof ByteBuf bytes && bytes.isReadable()) {
        amidLine = bytes.getByte(bytes.writerIndex() - 1) != '\n';
      }
      context.fireChannelRead(message);
    }
  }

  @Override
  protected boolean isBegun() {
    return ends.amidLine || assembler.isBegun();
  }

  @Override
  protected void received(Object message) {
    try {
      byte[][] command = assembler.add(message);
      if (command != null) {
        commands.answer(command, replies());
        replied();
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
      close();
    }
  }

  /** Says what is wrong and ends: the bytes that follow cannot be told from those before. */
  private void refuse(String why) {
    if (!isEnding()) {
      calls.failed();
      Replies.error(replies(), why);
      end();
      channel().pipeline().remove(decoder); // it would keep what it does not understand
    }
  }
}
