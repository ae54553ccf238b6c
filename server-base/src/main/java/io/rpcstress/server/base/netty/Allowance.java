package io.rpcstress.server.base.netty;

import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.RecvByteBufAllocator;
import java.util.function.IntSupplier;

/**
 * What each connection of a server may make it hold: as many bytes as are good for one, and where
 * many are open an equal share of what all may hold together, down to what a few calls need.
 * Nothing is kept of any of them. Thread-safe.
 */
final class Allowance {
  /** Of a connection among few, bytes. */
  static final int MAX_BYTES = 256 * 1024;

  /** Of a connection among however many, bytes. */
  static final int MIN_BYTES = 16 * 1024;

  /** Of the heap, what all may hold together: whatever is made of it is several times that. */
  private static final int HEAP_SHARE = 16;

  private static final int FIRST_READ_BYTES = 2048;
  private static final int MIN_READ_BYTES = 64;

  /** Of a connection that is by itself. */
  static final Allowance WHOLE = new Allowance(Long.MAX_VALUE, () -> 1);

  private final long all;

  /** So many connections have the most that any has. */
  private final long few;

  private final IntSupplier open;

  /**
   * A share for each of those that are open.
   *
   * @param heap how large the heap may become, bytes
   * @param open how many are open; called by any thread, and often
   */
  Allowance(long heap, IntSupplier open) {
    this.all = heap / HEAP_SHARE;
    this.few = all / MAX_BYTES;
    this.open = open;
  }

  /** What one connection may make the server hold now, bytes. */
  int bytes() {
    int now = open.getAsInt();
    return now <= few ? MAX_BYTES : (int) Math.min(MAX_BYTES, Math.max(MIN_BYTES, all / now));
  }

  /** Whether so many are open that each has less than the most. */
  boolean isShared() {
    return bytes() < MAX_BYTES;
  }

  /** Reads no more at a time than any connection may make the server hold. */
  static RecvByteBufAllocator shortReads() {
    return new AdaptiveRecvByteBufAllocator(MIN_READ_BYTES, FIRST_READ_BYTES, MIN_BYTES);
  }
}
