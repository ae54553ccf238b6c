package io.rpcstress.rpcx.wire;

import io.rpcstress.rpcx.Limits;
import java.nio.ByteBuffer;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Reads what the other side of a connection has compressed, a piece of bounded size at a time: what
 * a piece becomes is checked as any other bytes are, before the next one is made. Confined to the
 * event loop.
 */
final class Inflation {
  private static final int PIECE_BYTES = 16 * 1024;

  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final Inflater inflater = new Inflater(true);
  private final byte[] piece = new byte[PIECE_BYTES];
  private ByteBuffer unread = NOTHING;
  private int length;

  /** Whether a piece is being read: what frees its reader to go on must not overtake it. */
  private boolean reading;

  private boolean ended;

  /**
   * Takes bytes of the peer, behind those that are left.
   *
   * @param in read by {@link #next}; what that has not read must be kept by {@link #keep} before it
   *     is reused
   */
  void add(ByteBuffer in) {
    if (ended) {
      return;
    }
    if (unread.hasRemaining()) {
      ByteBuffer both = ByteBuffer.allocate(unread.remaining() + in.remaining());
      unread = both.put(unread).put(in).flip();
    } else {
      unread = in;
    }
    inflater.setInput(unread);
  }

  /**
   * Makes the next piece; {@link #taken} reports that it was read.
   *
   * @return whether there is one; not while another one is being read
   * @throws MalformedFrameException if the bytes are no DEFLATE stream, if the stream ends, or if
   *     too much becomes of too few bytes
   */
  boolean next() {
    if (ended || reading) {
      return false;
    }
    try {
      length = inflater.inflate(piece);
    } catch (DataFormatException e) {
      throw new MalformedFrameException("no DEFLATE stream: " + e.getMessage());
    }
    if (inflater.finished() || inflater.needsDictionary()) {
      throw new MalformedFrameException("the DEFLATE stream ends before the connection");
    }
    long most = Limits.FREE_INFLATED_BYTES + inflater.getBytesRead() * Limits.MAX_INFLATION;
    if (inflater.getBytesWritten() > most) {
      throw new MalformedFrameException(
          "more than " + Limits.MAX_INFLATION + " bytes for each compressed one");
    }
    reading = length > 0;
    return reading;
  }

  /** The piece. */
  ByteBuffer piece() {
    return ByteBuffer.wrap(piece, 0, length);
  }

  /** The piece was read. */
  void taken() {
    reading = false;
  }

  /** Keeps a copy of what was not read, since its buffer is going to be reused. */
  void keep() {
    if (ended) {
      return;
    }
    unread =
        unread.hasRemaining()
            ? ByteBuffer.allocate(unread.remaining()).put(unread).flip()
            : NOTHING;
    inflater.setInput(unread);
  }

  /** Whether bytes are left that were not read. */
  boolean hasUnread() {
    return unread.hasRemaining();
  }

  /** Forgets what is left, and gives the memory back. */
  void end() {
    if (!ended) {
      ended = true;
      unread = NOTHING;
      inflater.end();
    }
  }
}
