package io.rpcstress.rpcx.wire;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelId;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.FastThreadLocal;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * A connection without encryption. What is read goes from the socket to the {@link FrameReader} and
 * what is written goes to the socket, past the pipeline and without a buffer of Netty's: of a call
 * that costs a microsecond, those took the larger part. Only what the operating system does not
 * take at once goes Netty's way, so that its outbound buffer still knows all bytes that wait, and
 * writability, high-water mark and flush on readiness are Netty's own.
 *
 * <p>Confined to the event loop, but for {@link #send}.
 */
public final class WireChannel extends NioSocketChannel {
  /** What is read into; one buffer an event loop. */
  private static final FastThreadLocal<@Nullable ByteBuffer> BUFFER = new FastThreadLocal<>();

  private @Nullable FrameReader reader;
  private final Backlog backlog = new Backlog();

  /** What compresses, once both sides have agreed on it. */
  private @Nullable Deflation deflation;

  /** For Netty's bootstrap. */
  public WireChannel() {}

  /** For a connection that was accepted. */
  WireChannel(Channel listener, SocketChannel socket) {
    super(listener, socket);
  }

  @Override
  protected ChannelId newId() {
    return new WireChannelId();
  }

  /**
   * Sets the reader; before the connection is active. It must be in the pipeline, too, which brings
   * it all other events.
   *
   * @param frames gets every byte
   */
  public void readWith(FrameReader frames) {
    reader = frames;
  }

  /** From the next byte on, what is written is compressed; on the event loop. */
  public void deflate() {
    deflation = new Deflation();
  }

  /** Whether what is written is compressed, so that all of it must pass {@link #writeNow}. */
  public boolean deflates() {
    return deflation != null;
  }

  /**
   * What goes over the line for a batch: the same bytes, unless this connection compresses. Any
   * thread may ask while it has the right to write.
   *
   * @param bytes so few that what becomes of them is one piece
   * @return valid until the next batch, for {@link #send} and {@link #writeRest}
   */
  public ByteBuffer lineBytes(ByteBuffer bytes) {
    Deflation compressing = deflation;
    if (compressing == null) {
      return bytes;
    }
    compressing.begin(bytes);
    return compressing.next();
  }

  /**
   * Writes as much as the operating system takes now. Any thread may do so while no other can write
   * and nothing waits in Netty's outbound buffer; to see to that is up to the caller.
   *
   * @param bytes what to write, from {@link #lineBytes}; its position shows how far it got
   * @throws IOException if the connection is broken or closed
   */
  public void send(ByteBuffer bytes) throws IOException {
    int unused = javaChannel().write(bytes);
  }

  /**
   * Whether nothing waits in Netty's outbound buffer, so that what is sent now overtakes nothing.
   */
  public boolean isDrained() {
    ChannelOutboundBuffer waiting = unsafe().outboundBuffer();
    return waiting != null && waiting.totalPendingWriteBytes() == 0;
  }

  /**
   * Writes behind all that was written before: at once as far as that is possible, the rest through
   * Netty, unflushed.
   *
   * @param bytes what to write; may be reused afterwards
   * @return how many bytes that makes on the line
   */
  public int writeNow(ByteBuffer bytes) {
    Deflation compressing = deflation;
    if (compressing == null) {
      int length = bytes.remaining();
      writeRest(bytes);
      return length;
    }
    int written = 0;
    int end = bytes.limit();
    while (bytes.position() < end) {
      int to = Math.min(end, bytes.position() + Deflation.BATCH_BYTES);
      compressing.begin(bytes.limit(to));
      ByteBuffer piece = compressing.next();
      while (piece.hasRemaining()) {
        written += piece.remaining();
        writeRest(piece);
        piece = compressing.next();
      }
      // All of it was read, unless the connection has ended.
      bytes.position(to).limit(end);
    }
    return written;
  }

  /**
   * Writes what is left of what the line gets, as {@link #writeNow} does.
   *
   * @param bytes from {@link #lineBytes}
   */
  public void writeRest(ByteBuffer bytes) {
    if (isDrained()) {
      try {
        send(bytes);
      } catch (IOException e) {
        broken(e);
        return;
      }
    }
    if (bytes.hasRemaining()) {
      ByteBuf rest = alloc().directBuffer(bytes.remaining());
      rest.writeBytes(bytes);
      var unused = write(rest, voidPromise());
    }
  }

  /**
   * The connection failed while it was written to. Any thread.
   *
   * @param problem what the operating system reported
   */
  public void broken(IOException problem) {
    // Later: the writing thread is in the middle of something.
    try {
      eventLoop()
          .execute(
              () -> {
                if (isOpen()) {
                  var unused = pipeline().fireExceptionCaught(problem);
                  unsafe().close(voidPromise());
                }
              });
    } catch (RejectedExecutionException e) {
      // The event loop has ended, and with it the connection.
    }
  }

  @Override
  protected void doClose() throws Exception {
    backlog.left(false);
    try {
      super.doClose();
    } finally {
      Deflation compressing = deflation;
      if (compressing != null) {
        compressing.end();
      }
    }
  }

  @Override
  protected AbstractNioUnsafe newUnsafe() {
    return new StraightReads();
  }

  /** Reads without the pipeline. */
  private final class StraightReads extends AbstractNioUnsafe {
    @Override
    public void read() {
      FrameReader frames = reader;
      if (frames == null) {
        close(voidPromise());
        return;
      }
      boolean end = false;
      Throwable problem = null;
      try {
        end = read(frames);
      } catch (Throwable t) {
        problem = t;
      }
      frames.readComplete();
      if (problem != null) {
        var unused = pipeline().fireExceptionCaught(problem);
        end |= problem instanceof IOException;
      }
      if (end) {
        close(voidPromise());
      }
    }

    private boolean read(FrameReader frames) throws IOException {
      ByteBuffer in = BUFFER.getIfExists();
      if (in == null) {
        in = ByteBuffer.allocateDirect(ReadTurn.BYTES);
      } else {
        // Taken, so that a connection that is read inside of this one's frames uses another.
        BUFFER.set(null);
      }
      try {
        return read(frames, in);
      } finally {
        BUFFER.set(in);
      }
    }

    /**
     * Reads once, so that the other connections of this loop get their turn; returns whether the
     * peer has ended the connection.
     */
    private boolean read(FrameReader frames, ByteBuffer in) throws IOException {
      if (!isOpen() || !config().isAutoRead()) {
        return false;
      }
      in.clear().limit(turnBytes(frames));
      int read = javaChannel().read(in);
      boolean more = !in.hasRemaining();
      if (read > 0) {
        frames.received(in.flip());
      }
      backlog.left(more && config().isAutoRead());
      return read < 0;
    }

    private int turnBytes(FrameReader frames) {
      return deflates()
          ? ReadTurn.COMPRESSED_BYTES
          : frames.turnBytes(ReadTurn.bytes(Backlog.ofLoop()));
    }
  }
}
