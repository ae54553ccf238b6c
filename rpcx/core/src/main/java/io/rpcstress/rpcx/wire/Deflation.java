package io.rpcstress.rpcx.wire;

import io.rpcstress.rpcx.Limits;
import java.nio.ByteBuffer;
import java.util.zip.Deflater;

/**
 * Compresses what one side of a connection writes: one raw DEFLATE stream without an end, which
 * reaches a whole byte at the end of each batch, so that the other side can read all of it at once.
 *
 * <p>The other side bounds how much may become of a byte. What compresses better than that is made
 * longer by empty blocks, which contain nothing.
 *
 * <p>Thread-safe, so that the event loop can end it while a lone caller writes; batches are up to
 * the thread that has the right to write.
 */
final class Deflation {
  /** Most bytes of a batch: what is longer is several. */
  static final int BATCH_BYTES = 64 * 1024;

  private static final int OUT_BYTES = 16 * 1024;

  /** A stored block of no bytes. */
  private static final byte[] EMPTY_BLOCK = {0, 0, 0, (byte) 0xFF, (byte) 0xFF};

  private final Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
  private final ByteBuffer out = ByteBuffer.allocateDirect(OUT_BYTES);
  private long emptyBytes;
  private boolean flushed = true;
  private boolean ended;

  /**
   * Begins a batch, when all of the one before has been taken.
   *
   * @param bytes at most {@link #BATCH_BYTES}; read by {@link #next}
   */
  synchronized void begin(ByteBuffer bytes) {
    if (!ended) {
      deflater.setInput(bytes);
      flushed = false;
    }
  }

  /**
   * The next piece of the batch, valid until this is called again.
   *
   * @return without bytes if all has been taken, or if this has ended
   */
  synchronized ByteBuffer next() {
    out.clear();
    if (ended) {
      return out.flip();
    }
    if (!flushed) {
      int unused = deflater.deflate(out, Deflater.SYNC_FLUSH);
      // Where the piece is full, more of the batch is left, or may be.
      flushed = out.hasRemaining();
    }
    while (flushed && owes() && out.remaining() >= EMPTY_BLOCK.length) {
      out.put(EMPTY_BLOCK);
      emptyBytes += EMPTY_BLOCK.length;
    }
    return out.flip();
  }

  /** Whether the bytes so far are fewer than must stand for what was compressed. */
  private boolean owes() {
    long written = deflater.getBytesWritten() + emptyBytes;
    // Half of what the other side allows: it looks in the middle of a batch, too.
    return deflater.getBytesRead()
        > Limits.FREE_INFLATED_BYTES / 2 + written * Limits.MAX_INFLATION;
  }

  /** Gives the memory back; what starts afterwards gets no bytes. */
  synchronized void end() {
    if (!ended) {
      ended = true;
      deflater.end();
    }
  }
}
