package io.rpcstress.contract.socket;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/** Bytes that are gathered, to leave by one write. Not thread-safe. */
final class Frame extends ByteArrayOutputStream implements WritableByteChannel {
  private static final int LENGTH_BITS = 7;
  private static final int MORE = 1 << LENGTH_BITS;

  /** Empties it; an array that is too long to be kept is forgotten. */
  void begin() {
    reset();
    if (buf.length > Delimited.KEPT_BYTES) {
      buf = new byte[Delimited.KEPT_BYTES];
    }
  }

  /** Room for {@link #writeDelimited}, before the message. */
  void leaveRoomForLength() {
    writeBytes(new byte[Integer.BYTES]);
  }

  /** Writes the message that was gathered behind {@link #leaveRoomForLength}, its length first. */
  void writeDelimited(OutputStream out) throws IOException {
    int length = size() - Integer.BYTES;
    int bytes = 1;
    for (int rest = length >>> LENGTH_BITS; rest > 0; rest >>>= LENGTH_BITS) {
      bytes++;
    }
    int from = Integer.BYTES - bytes;
    for (int i = 0; i < bytes; i++) {
      int seven = (length >>> (i * LENGTH_BITS)) & (MORE - 1);
      buf[from + i] = (byte) (i < bytes - 1 ? seven | MORE : seven);
    }
    out.write(buf, from, bytes + length);
  }

  @Override
  public int write(ByteBuffer from) {
    int bytes = from.remaining();
    write(from.array(), from.arrayOffset() + from.position(), bytes);
    from.position(from.limit());
    return bytes;
  }

  @Override
  public boolean isOpen() {
    return true;
  }

  @Override
  public void close() {}
}
