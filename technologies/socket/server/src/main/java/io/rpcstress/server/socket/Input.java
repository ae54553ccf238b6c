package io.rpcstress.server.socket;

import java.io.IOException;
import java.io.InputStream;

/** What arrives on a connection, read by its thread. */
final class Input extends InputStream {
  private final InputStream in;
  private final byte[] buffer;
  private int from;
  private int to;

  /**
   * A connection's input.
   *
   * @param bufferBytes how much is read ahead; 0 to read as far as requested, and no further
   */
  Input(InputStream in, int bufferBytes) {
    this.in = in;
    this.buffer = new byte[bufferBytes];
  }

  /** Whether something was read ahead: the next read does not wait for the peer. */
  boolean isAhead() {
    return from < to;
  }

  @Override
  public int read() throws IOException {
    if (buffer.length == 0) {
      return in.read();
    }
    return fill() ? buffer[from++] & 0xFF : -1;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    if (isAhead()) {
      return take(into, offset, length);
    }
    if (length >= buffer.length) {
      return in.read(into, offset, length);
    }
    return fill() ? take(into, offset, length) : -1;
  }

  private int take(byte[] into, int offset, int length) {
    int taken = Math.min(length, to - from);
    System.arraycopy(buffer, from, into, offset, taken);
    from += taken;
    return taken;
  }

  /** Reads where nothing was read ahead; false where the stream has ended. */
  private boolean fill() throws IOException {
    if (from == to) {
      int read = in.read(buffer, 0, buffer.length);
      from = 0;
      to = Math.max(0, read);
    }
    return from < to;
  }
}
