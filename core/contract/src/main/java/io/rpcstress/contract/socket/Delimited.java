package io.rpcstress.contract.socket;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/**
 * Reads messages that have their length before them, as a varint: seven bits a byte, the lowest
 * first, as in delimited Protocol Buffers. Not thread-safe.
 */
final class Delimited {
  /**
   * Kept from message to message, where requested, bytes; a longer one gets an array for itself.
   */
  static final int KEPT_BYTES = 4 * 1024;

  private static final int LENGTH_BITS = 7;
  private static final int MORE = 1 << LENGTH_BITS;

  /** The longest length on the wire, bytes: a larger number could not be within the bound. */
  private static final int MAX_LENGTH_BYTES = 3;

  private final InputStream in;
  private final boolean reused;
  private byte[] bytes = new byte[0];

  Delimited(InputStream in, boolean reused) {
    this.in = in;
    this.reused = reused;
  }

  /** The message that {@link #next} read stands at the beginning. */
  byte[] bytes() {
    return bytes;
  }

  /**
   * Reads the next message. Nothing is allocated for it before its length is within the bound.
   *
   * @return its length; -1 where the stream ended before it began
   */
  int next() throws IOException {
    int first = in.read();
    if (first < 0) {
      return -1;
    }
    int length = length(first);
    if (!reused || length > bytes.length) {
      bytes = new byte[reused && length <= KEPT_BYTES ? KEPT_BYTES : length];
    }
    if (in.readNBytes(bytes, 0, length) < length) {
      throw new EOFException("the stream ended amid a message");
    }
    return length;
  }

  /** Forgets an array that is too long to be kept. */
  void release() {
    if (bytes.length > KEPT_BYTES) {
      bytes = new byte[0];
    }
  }

  private int length(int first) throws IOException {
    int length = 0;
    int next = first;
    for (int i = 0; i < MAX_LENGTH_BYTES; i++) {
      length |= (next & (MORE - 1)) << (i * LENGTH_BITS);
      if (next < MORE) {
        if (length > Messages.MAX_BYTES) {
          break;
        }
        return length;
      }
      next = in.read();
      if (next < 0) {
        throw new EOFException("the stream ended amid a message's length");
      }
    }
    throw new MalformedMessageException("a message of more than " + Messages.MAX_BYTES + " bytes");
  }
}
