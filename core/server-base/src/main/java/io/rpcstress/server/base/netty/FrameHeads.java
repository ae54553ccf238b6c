package io.rpcstress.server.base.netty;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;

/**
 * Follows a connection's frames as their bytes arrive, where each begins with a head that says how
 * much comes behind it. What a head may say is for subclasses to judge, before anything behind it
 * is kept. Confined to the connection's event loop.
 */
public abstract class FrameHeads {
  /** Its limit is how long the head of this frame is, as far as that is known. */
  private final ByteBuffer head;

  private final int shortest;

  /** How long the frame is whose head was seen last, bytes. */
  private int length;

  /** How much of it is still to come, bytes. */
  private int left;

  private long whole;
  private long asking;
  private int longest;

  /**
   * One that has seen nothing.
   *
   * @param headBytes how long each head is
   */
  protected FrameHeads(int headBytes) {
    this(headBytes, headBytes);
  }

  /**
   * One that has seen nothing.
   *
   * @param shortest so much of a head is looked at first, for {@link #headBytes}
   * @param longest how long a head may be
   */
  protected FrameHeads(int shortest, int longest) {
    this.shortest = shortest;
    this.head = ByteBuffer.allocate(longest).limit(shortest);
  }

  /**
   * How long a head is, bytes: what is here of it, or more.
   *
   * @param begun its first bytes; read by index
   * @throws MalformedFrameException where they begin no frame that this server takes
   */
  protected int headBytes(ByteBuffer begun) throws MalformedFrameException {
    return begun.limit();
  }

  /**
   * How many bytes come behind a head.
   *
   * @param head whole; read by index
   * @throws MalformedFrameException where it begins no frame that this server takes
   */
  protected abstract int behind(ByteBuffer head) throws MalformedFrameException;

  /** Whether a frame with this head is a call, which is answered by one frame. */
  protected abstract boolean asks(ByteBuffer head);

  /** Whether the rest of a frame is still to come. */
  public final boolean isAmid() {
    return head.position() > 0 || left > 0;
  }

  /** Whether the last frame whose head is here is not whole. */
  final boolean isBehindHead() {
    return left > 0;
  }

  /** How much has arrived of a frame that is not whole, bytes. */
  final int begunBytes() {
    return left > 0 ? length - left : head.position();
  }

  /** How many frames have arrived. */
  final long whole() {
    return whole;
  }

  /** How many calls were begun. */
  final long asking() {
    return asking;
  }

  /** The longest frame so far, bytes. */
  final int longest() {
    return longest;
  }

  /**
   * Looks at what arrived; reads nothing away.
   *
   * @throws MalformedFrameException where a frame is none that this server takes
   */
  public final void see(ByteBuf bytes) throws MalformedFrameException {
    int at = bytes.readerIndex();
    int end = bytes.writerIndex();
    while (at < end) {
      if (left > 0) {
        int skipped = Math.min(left, end - at);
        left -= skipped;
        at += skipped;
      } else {
        int taken = Math.min(head.remaining(), end - at);
        bytes.getBytes(at, head.array(), head.position(), taken);
        head.position(head.position() + taken);
        at += taken;
        if (head.hasRemaining()) {
          return;
        }
        int headBytes = headBytes(head);
        if (headBytes > head.limit()) {
          head.limit(headBytes);
          continue;
        }
        left = behind(head);
        asking += asks(head) ? 1 : 0;
        length = headBytes + left;
        longest = Math.max(longest, length);
        head.clear().limit(shortest);
      }
      if (left == 0) {
        whole++;
      }
    }
  }
}
