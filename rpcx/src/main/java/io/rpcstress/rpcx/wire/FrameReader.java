package io.rpcstress.rpcx.wire;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.rpcstress.rpcx.proto.Envelope;
import java.io.IOException;

/**
 * Cuts the byte stream into frames and tells the kinds apart; the two sides extend it. Received
 * bytes are copied once, into an array of this connection that never exceeds the largest frame plus
 * one read and grows only as bytes arrive, not by the length a peer announces: a million
 * connections that promise 4 MiB cost nothing.
 *
 * <p>Confined to the channel's event loop.
 */
public abstract class FrameReader extends ChannelInboundHandlerAdapter {
  /** Size that the receive buffer starts with and returns to after a large frame, in bytes. */
  private static final int USUAL_BYTES = 4096;

  /** A receive buffer above this size is given back as soon as it is empty, in bytes. */
  private static final int KEPT_BYTES = 256 * 1024;

  private static final byte[] NOTHING = new byte[0];

  private final int maxFrameBytes;
  private byte[] buffer = NOTHING;
  private int start;
  private int end;
  private boolean paused;
  private boolean stopped;
  private long bytesIn;
  private long frameStartedAt;
  private long watchedFrame = -1;
  private long watchedBytes;

  /**
   * Makes a reader.
   *
   * @param maxFrameBytes the largest frame body that is accepted
   */
  protected FrameReader(int maxFrameBytes) {
    this.maxFrameBytes = maxFrameBytes;
  }

  /** Bytes received since the connection was made. */
  protected final long bytesIn() {
    return bytesIn;
  }

  /**
   * Whether the same frame was incomplete the last time this was asked, and has hardly gained
   * since.
   *
   * @param minProgress bytes that it should have gained
   * @return whether the peer is too slow to be waited for
   */
  protected final boolean stuckInFrame(int minProgress) {
    boolean incomplete = incomplete();
    boolean stuck =
        incomplete && watchedFrame == frameStartedAt && bytesIn - watchedBytes < minProgress;
    watchedFrame = incomplete ? frameStartedAt : -1;
    watchedBytes = bytesIn;
    return stuck;
  }

  /** Whether a frame has begun and waits for more bytes. */
  protected final boolean incomplete() {
    return end > start && !paused;
  }

  /** Stops for good; what was received is forgotten. */
  protected final void stop() {
    stopped = true;
    buffer = NOTHING;
    start = end = 0;
  }

  /** Whether {@link #stop} was called. */
  public final boolean stopped() {
    return stopped;
  }

  /** Leaves further frames where they are until {@link #resume}. */
  protected final void pause() {
    paused = true;
  }

  /** Whether frames are left where they are. */
  protected final boolean paused() {
    return paused;
  }

  /**
   * Goes on with the frames that were left.
   *
   * @param ctx the context
   */
  protected final void resume(ChannelHandlerContext ctx) {
    paused = false;
    frames(ctx);
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object msg) {
    ByteBuf in = (ByteBuf) msg;
    try {
      if (stopped) {
        return;
      }
      append(in);
    } finally {
      in.release();
    }
    frames(ctx);
  }

  private void append(ByteBuf in) {
    int more = in.readableBytes();
    if (end == start) {
      start = end = 0;
      frameStartedAt = bytesIn;
    }
    bytesIn += more;
    if (buffer.length - end < more) {
      int held = end - start;
      int needed = held + more;
      byte[] target = buffer;
      if (buffer.length < needed) {
        target = new byte[Math.max(needed, Math.max(USUAL_BYTES, buffer.length << 1))];
      }
      System.arraycopy(buffer, start, target, 0, held);
      buffer = target;
      start = 0;
      end = held;
    }
    in.readBytes(buffer, end, more);
    end += more;
  }

  private void frames(ChannelHandlerContext ctx) {
    try {
      while (!paused && end - start >= Integer.BYTES) {
        byte[] b = buffer;
        int length =
            (b[start] & 0xFF) << 24
                | (b[start + 1] & 0xFF) << 16
                | (b[start + 2] & 0xFF) << 8
                | (b[start + 3] & 0xFF);
        if (length < 0 || length > maxFrameBytes) {
          throw new MalformedFrameException("a frame of more than " + maxFrameBytes + " bytes");
        }
        int from = start + Integer.BYTES;
        if (end - from < length) {
          break;
        }
        frame(ctx, from, from + length);
        if (stopped) {
          return;
        }
        start = from + length;
        frameStartedAt = bytesIn - (end - start);
      }
    } catch (MalformedFrameException e) {
      stop();
      malformed(ctx, e);
      return;
    }
    if (start == end && buffer.length > KEPT_BYTES) {
      buffer = NOTHING;
      start = end = 0;
    }
  }

  private void frame(ChannelHandlerContext ctx, int from, int to) {
    byte[] bytes = buffer;
    int kind = 0;
    int bodyFrom = to;
    int bodyTo = to;
    try {
      CodedInputStream in = Messages.input(bytes, from, to);
      for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
        int field = WireFormat.getTagFieldNumber(tag);
        if (WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_LENGTH_DELIMITED
            && field <= Envelope.CANCEL_FIELD_NUMBER) {
          // As in any Protobuf oneof, the last one counts.
          int length = in.readRawVarint32();
          kind = field;
          bodyFrom = from + in.getTotalBytesRead();
          bodyTo = bodyFrom + length;
          in.skipRawBytes(length);
        } else {
          Messages.skip(in, tag);
        }
      }
    } catch (IOException e) {
      throw Messages.noProtobuf(e);
    }
    if (kind != 0) {
      envelope(ctx, kind, bytes, bodyFrom, bodyTo);
    }
  }

  /**
   * Takes one envelope of a known kind. The array is reused: nothing may keep it.
   *
   * @param ctx the context
   * @param kind a field number of Envelope
   * @param bytes the array
   * @param from the body's first index
   * @param to the index after its last byte
   * @throws MalformedFrameException if the body is out of shape
   */
  protected abstract void envelope(
      ChannelHandlerContext ctx, int kind, byte[] bytes, int from, int to);

  /**
   * Ends the connection, since its bytes cannot be trusted any more.
   *
   * @param ctx the context
   * @param problem what is wrong
   */
  protected abstract void malformed(ChannelHandlerContext ctx, MalformedFrameException problem);
}
