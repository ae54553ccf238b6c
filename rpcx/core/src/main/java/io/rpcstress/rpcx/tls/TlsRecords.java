package io.rpcstress.rpcx.tls;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCounted;

/**
 * Ends a connection whose peer sends many records of TLS of which nothing becomes. What asks for
 * new keys has 27 bytes, costs the other side much more than a call, and is bounded by nothing in
 * the JDK. Confined to the event loop.
 */
public final class TlsRecords extends ChannelInboundHandlerAdapter {
  /** Records without content beyond those with it: a handshake has some, a connection few more. */
  static final int MAX_EMPTY = 100;

  private static final int AT_A_TIME = 16;
  private static final int HEADER_BYTES = 5;
  private static final int LENGTH_AT = 3;

  private final SslHandler tls;
  private int headerBytes;
  private int left;
  private int empty;

  private TlsRecords(SslHandler tls) {
    this.tls = tls;
  }

  /**
   * Adds encryption to a connection, and this around it.
   *
   * @param pipeline the connection's
   * @param tls what encrypts
   */
  public static void add(ChannelPipeline pipeline, SslHandler tls) {
    if (tls.engine() instanceof ReferenceCounted) {
      // OpenSSL: it bounds that itself, and gives several records as one.
      pipeline.addLast(tls);
      return;
    }
    TlsRecords records = new TlsRecords(tls);
    pipeline.addLast(records, tls, records.new Contents());
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object msg) {
    ByteBuf in = (ByteBuf) msg;
    try {
      // A few at a time, since each may cost a millisecond.
      while (in.isReadable() && empty <= MAX_EMPTY) {
        ctx.fireChannelRead(in.readRetainedSlice(some(in)));
      }
    } finally {
      in.release();
    }
    if (empty > MAX_EMPTY) {
      var unused = ctx.close();
    }
  }

  /** Counts some records; returns how many bytes they have. */
  private int some(ByteBuf in) {
    int from = in.readerIndex();
    int at = from;
    int end = in.writerIndex();
    int most = empty + AT_A_TIME;
    // What comes behind a handshake may wait for it, and is then not yet decrypted.
    boolean counts = tls.handshakeFuture().isDone();
    while (at < end && empty < most) {
      if (headerBytes < HEADER_BYTES) {
        if (headerBytes >= LENGTH_AT) {
          left = left << Byte.SIZE | in.getUnsignedByte(at);
        }
        headerBytes++;
        at++;
      } else {
        int more = Math.min(left, end - at);
        left -= more;
        at += more;
      }
      if (headerBytes == HEADER_BYTES && left == 0) {
        headerBytes = 0;
        empty += counts ? 1 : 0;
      }
    }
    return at - from;
  }

  /** Sees what has become of records: the JDK's engine gives each as one. */
  private final class Contents extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext ctx, Object msg) {
      empty = Math.max(0, empty - 1);
      ctx.fireChannelRead(msg);
    }
  }
}
