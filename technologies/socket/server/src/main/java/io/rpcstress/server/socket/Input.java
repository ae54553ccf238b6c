package io.rpcstress.server.socket;

import io.rpcstress.server.base.CallProgress;
import java.io.IOException;
import java.io.InputStream;

/** What arrives on a connection, whose thread reads it; {@link #available} is for others, too. */
final class Input extends InputStream {
  private final InputStream in;
  private final byte[] buffer;
  private int from;
  private int to;

  private final CallProgress progress;

  /**
   * A connection's input.
   *
   * @param progress is told when a call begins
   * @param bufferBytes how much is read ahead; 0 to read as far as asked for, and no further
   */
  Input(InputStream in, CallProgress progress, int bufferBytes) {
    this.in = in;
    this.progress = progress;
    this.buffer = new byte[bufferBytes];
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
      progress.begin();
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
      progress.begin();
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
