package io.rpcstress.server.base.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.SocketChannel;
import io.netty.util.ReferenceCountUtil;
import io.rpcstress.server.base.CallCounter;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The last handler of a connection whose requests are answered in their order: the replies to all
 * requests of a read are written at once. Confined to the connection's event loop.
 */
public abstract class ServedConnection extends ChannelInboundHandlerAdapter {
  private static final int FIRST_REPLY_BYTES = 256;

  private final SocketChannel channel;
  private final CallCounter calls;
  private final ChannelHandler decoder;
  private boolean ending;

  /** The replies to the requests of this read that were not written yet. */
  private @Nullable ByteBuf replies;

  protected ServedConnection(SocketChannel channel, CallCounter calls, ChannelHandler decoder) {
    this.channel = channel;
    this.calls = calls;
    this.decoder = decoder;
  }

  /** Serves the accepted channel, on whose event loop this is called. */
  public final void serve() {
    channel.pipeline().addLast(decoder, this);
  }

  /**
   * Takes what the decoder before it yields. It is released by the caller.
   *
   * @param message the decoder's next one; none comes once the connection is ending
   */
  protected abstract void received(Object message);

  /** Whether the decoder before it failed by what came. */
  protected abstract boolean isMalformed(Throwable problem);

  /** Replies to what is no request, where the protocol has words for that. */
  protected void replyToMalformed(String why) {}

  /** Where the next reply is written, behind those before it. */
  protected final ByteBuf replies() {
    ByteBuf into = replies;
    if (into == null) {
      into = channel.alloc().ioBuffer(FIRST_REPLY_BYTES);
      replies = into;
    }
    return into;
  }

  /**
   * Ends it behind the last reply, since what came is no request: the bytes that follow cannot be
   * separated from those before.
   */
  protected final void endMalformed(String why) {
    if (!ending) {
      ending = true;
      calls.failed();
      replyToMalformed(why);
      writeReplies();
      channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
      channel.pipeline().remove(decoder); // it would keep what it does not understand
    }
  }

  private void writeReplies() {
    ByteBuf written = replies;
    if (written != null) {
      replies = null;
      var unused = channel.write(written, channel.voidPromise());
    }
  }

  @Override
  public final void channelRead(ChannelHandlerContext context, Object message) {
    try {
      if (!ending) {
        received(message);
      }
    } finally {
      ReferenceCountUtil.release(message);
    }
  }

  @Override
  public final void channelReadComplete(ChannelHandlerContext context) {
    writeReplies();
    channel.flush();
  }

  @Override
  public final void exceptionCaught(ChannelHandlerContext context, Throwable problem) {
    if (isMalformed(problem)) {
      endMalformed("not as the protocol has it");
      return;
    }
    if (!(problem instanceof IOException)) { // which is a peer that is gone
      System.err.println("a connection had to be closed: " + problem);
    }
    var unused = context.close();
  }
}
