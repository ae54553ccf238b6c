package io.rpcstress.server.socket;

import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What arrives on a connection, and whether a call is begun. Read by the connection's thread; only
 * {@link #isBegun} and {@link #steps} are for others.
 */
final class Input extends InputStream {
  private final InputStream in;
  private final byte[] buffer;
  private int from;
  private int to;

  /** Odd while a call is begun, or its answer not taken; each change is a step. */
  private final AtomicLong steps = new AtomicLong();

  /**
   * A connection's input.
   *
   * @param bufferBytes how much is read ahead; 0 to read as far as asked for, and no further
   */
  Input(InputStream in, int bufferBytes) {
    this.in = in;
    this.buffer = new byte[bufferBytes];
  }

  /** The call that was begun is over, and its answer taken. */
  void end() {
    if (isBegun()) {
      step();
    }
  }

  private void begin() {
    if (!isBegun()) {
      step();
    }
  }

  /** Only the connection's thread writes it, and whoever reads it may do so a little late. */
  private void step() {
    steps.lazySet(steps.getPlain() + 1);
  }

  /** Whether a call is begun, or its answer not taken. */
  boolean isBegun() {
    return (steps.get() & 1) == 1;
  }

  /** Changes whenever a call begins or is over. */
  long steps() {
    return steps.get();
  }

  /** Whether something was read ahead: what is asked next does not wait for the peer. */
  boolean isAhead() {
    return from < to;
  }

  @Override
  public int read() throws IOException {
    int next;
    if (buffer.length == 0) {
      next = in.read();
    } else {
      next = fill() ? buffer[from++] & 0xFF : -1;
    }
    if (next >= 0) {
      begin();
    }
    return next;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    int read;
    if (isAhead()) {
      read = take(into, offset, length);
    } else if (length >= buffer.length) {
      read = in.read(into, offset, length);
    } else {
      read = fill() ? take(into, offset, length) : -1;
    }
    if (read > 0) {
      begin();
    }
    return read;
  }

  private int take(byte[] into, int offset, int length) {
    int taken = Math.min(length, to - from);
    System.arraycopy(buffer, from, into, offset, taken);
    from += taken;
    return taken;
  }

  /** Reads where nothing was read ahead; false where the stream has ended. */
  private boolean fill() throws IOException {
    if (from == to) { // and stays so while this waits: available() is asked meanwhile
      int read = in.read(buffer, 0, buffer.length);
      from = 0;
      to = Math.max(0, read);
    }
    return from < to;
  }

  @Override
  public int available() throws IOException {
    return to - from + in.available();
  }
}
