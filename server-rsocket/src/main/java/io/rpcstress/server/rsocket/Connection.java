package io.rpcstress.server.rsocket;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.SocketChannel;
import io.netty.util.ReferenceCountUtil;
import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.TimeLimits;
import io.rpcstress.server.base.netty.WatchedConnection;

/**
 * The first handler of a connection: what a peer may send, and how much of its answers may wait.
 * RSocket's library reads on whatever a peer takes, and its queue has no end.
 */
final class Connection extends WatchedConnection {
  /** Answers that may wait for a peer that does not take them, before nothing more is read. */
  private static final int MAX_WAITING = 512;

  private final CallCounter calls;
  private final FrameHeads frames;

  /** Answers that were written; as many as were asked for, in the end. */
  private long written;

  private long wholeBefore;

  private Connection(
      SocketChannel channel, CallCounter calls, TimeLimits limits, int maxFrameBytes) {
    super(channel, limits);
    this.calls = calls;
    this.frames = new FrameHeads(maxFrameBytes);
  }

  /** Serves an accepted channel, on whose event loop this is called. */
  static Connection serve(
      SocketChannel channel, CallCounter calls, TimeLimits limits, int maxFrameBytes) {
    Connection connection = new Connection(channel, calls, limits, maxFrameBytes);
    channel.pipeline().addFirst(connection);
    connection.closeWhereStale();
    return connection;
  }

  @Override
  protected boolean isBegun() {
    return frames.isAmid();
  }

  @Override
  protected boolean isAnswering() {
    return waiting() > 0;
  }

  private long waiting() {
    return frames.asking() - written;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    arrived();
    if (!isEnding() && message instanceof ByteBuf bytes) {
      try {
        frames.see(bytes);
        context.fireChannelRead(message);
        return;
      } catch (MalformedFrameException malformed) {
        calls.failed();
        abort();
      }
    }
    ReferenceCountUtil.release(message);
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    readEnded(frames.whole() != wholeBefore);
    wholeBefore = frames.whole();
    readWhereTaken();
    context.fireChannelReadComplete();
  }

  /** RSocket writes a frame at a time, and none that was not asked for. */
  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
    written++;
    if (!channel().config().isAutoRead()) {
      progressed();
      readWhereTaken();
    }
    var unused = context.write(message, promise);
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    progressed();
    readWhereTaken();
    context.fireChannelWritabilityChanged();
  }

  /** Nothing is read before SETUP is expected: RSocket turns reading on, and never off. */
  private void readWhereTaken() {
    if (frames.whole() > 0) {
      channel().config().setAutoRead(channel().isWritable() && waiting() < MAX_WAITING);
    }
  }
}
