package io.rpcstress.server.redis;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.codec.redis.FixedRedisMessagePool;
import io.netty.handler.codec.redis.RedisDecoder;
import io.netty.util.ReferenceCountUtil;
import io.rpcstress.server.base.CallCounter;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * One client's connection: answers commands in their order, all that one read brings by one write.
 * While the peer does not take its replies, nothing more is read from it, so its memory is bounded:
 * a command begun, and the replies to one read. Confined to its event loop, but for {@link #finish}
 * and {@link #closed}.
 */
final class Connection extends ChannelInboundHandlerAdapter {
  /** Clients send lengths and strings; a longer line of another kind ends in an error anyway. */
  private static final int MAX_LINE_BYTES = 64;

  /** How long a connection that is to end has to be quiet, ms. */
  private static final long QUIET_MILLIS = 20;

  /** So often a peer that goes on asking is waited for, before it is ended amid that. */
  private static final int MAX_WAITS = 5;

  private static final int FIRST_REPLY_BYTES = 256;

  private final SocketChannel channel;
  private final Commands commands;
  private final CallCounter calls;
  private final TimeLimits limits;
  private final ReadEnds ends = new ReadEnds();
  private final RedisDecoder decoder =
      new RedisDecoder(MAX_LINE_BYTES, FixedRedisMessagePool.INSTANCE);
  private final CommandAssembler assembler = new CommandAssembler(Commands.MAX_BYTES);

  /** The replies to the commands of this read that were not written yet. */
  private @Nullable ByteBuf replies;

  /** Whether the last read ended amid a command. */
  private boolean begun;

  /** Since when the peer owes the rest of a command, or has not taken a reply, or was quiet. */
  private long since = System.nanoTime();

  /** Whether anything arrived since this was last reset. */
  private boolean heard;

  /** Whether the last reply was written: what comes now is not answered. */
  private boolean ending;

  private Connection(
      SocketChannel channel, Commands commands, CallCounter calls, TimeLimits limits) {
    this.channel = channel;
    this.commands = commands;
    this.calls = calls;
    this.limits = limits;
  }

  /** Serves an accepted channel, on whose event loop this is called. */
  static Connection serve(
      SocketChannel channel, Commands commands, CallCounter calls, TimeLimits limits) {
    Connection connection = new Connection(channel, commands, calls, limits);
    channel.pipeline().addLast(connection.ends, connection.decoder, connection);
    connection.closeWhereStale();
    return connection;
  }

  /** Done when the connection is closed. */
  ChannelFuture closed() {
    return channel.closeFuture();
  }

  /** Answers what has arrived and ends the connection as soon as the peer took the replies. */
  void finish() {
    channel
        .eventLoop()
        .execute(
            () -> {
              heard = true; // perhaps: what the kernel holds is still to be read
              endWhereQuiet(MAX_WAITS);
            });
  }

  /** Cuts it. */
  void close() {
    var unused = channel.close();
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
  public void channelRead(ChannelHandlerContext context, Object message) {
    heard = true;
    try {
      if (!ending) {
        byte[][] command = assembler.add(message);
        if (command != null) {
          answer(command);
        }
      }
    } catch (MalformedCommandException malformed) {
      refuse(String.valueOf(malformed.getMessage()));
    } finally {
      ReferenceCountUtil.release(message);
    }
  }

  private void answer(byte[][] command) {
    ByteBuf into = replies();
    commands.answer(command, into);
    if (into.readableBytes() >= channel.config().getWriteBufferHighWaterMark()) {
      writeReplies(); // the channel is not writable then, and what it reads is the last
    }
  }

  private ByteBuf replies() {
    ByteBuf into = replies;
    if (into == null) {
      into = channel.alloc().ioBuffer(FIRST_REPLY_BYTES);
      replies = into;
    }
    return into;
  }

  private void writeReplies() {
    ByteBuf written = replies;
    if (written != null) {
      replies = null;
      var unused = channel.write(written, channel.voidPromise());
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    boolean wasBegun = begun;
    begun = ends.amidLine || assembler.isBegun();
    if (replies != null || begun != wasBegun) {
      since = System.nanoTime();
    }
    writeReplies();
    channel.flush();
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    since = System.nanoTime();
    channel.config().setAutoRead(channel.isWritable());
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
    if (!ending) {
      calls.failed();
      Replies.error(replies(), why);
      end();
      channel.pipeline().remove(decoder); // it would keep what it does not understand
    }
  }

  private void endWhereQuiet(int waits) {
    if (ending || !channel.isActive()) {
      return;
    }
    if ((heard && waits > 0) || !channel.isWritable()) {
      heard = false;
      later(() -> endWhereQuiet(waits - 1), MILLISECONDS.toNanos(QUIET_MILLIS));
    } else {
      end();
    }
  }

  /**
   * Ends the output behind the last reply. To close at once, with unread input, would destroy it.
   */
  private void end() {
    ending = true;
    writeReplies();
    channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(taken -> linger());
  }

  private void linger() {
    var unused = channel.shutdownOutput();
    later(this::close, limits.linger().toNanos());
  }

  /** Closes it if the peer has kept it waiting for too long; otherwise looks again in time. */
  private void closeWhereStale() {
    if (!channel.isOpen()) {
      return;
    }
    long stalled = limits.stalled().toNanos();
    long allowed = begun || hasUnsent() ? stalled : limits.idle().toNanos();
    long left = allowed - (System.nanoTime() - since);
    if (left <= 0) {
      close();
    } else {
      // No later than a peer that stalls from now on is due.
      later(this::closeWhereStale, Math.min(left, stalled));
    }
  }

  private void later(Runnable task, long nanos) {
    var unused = channel.eventLoop().schedule(task, nanos, NANOSECONDS);
  }

  private boolean hasUnsent() {
    return channel.bytesBeforeUnwritable() <= channel.config().getWriteBufferHighWaterMark();
  }
}
