package io.rpcstress.server.base.netty;

import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.util.internal.PlatformDependent;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntSupplier;

/**
 * What each connection of a server may make it hold: as many bytes as are good for one, and where
 * many are open an equal share of what all may hold together, down to what a few calls need. Those
 * that came while few were open keep what they had then, so that what all hold is counted, too.
 * Thread-safe.
 */
final class Allowance {
  /** Of a connection among few, bytes. */
  static final int MAX_BYTES = 256 * 1024;

  /** Of a connection among however many, bytes. */
  static final int MIN_BYTES = 16 * 1024;

  /** Of the memory, what all may hold together: whatever is made of it is several times that. */
  private static final int SHARE = 16;

  private static final int FIRST_READ_BYTES = 2048;
  private static final int MIN_READ_BYTES = 64;

  /** Of a connection that is by itself. */
  static final Allowance WHOLE = new Allowance(Long.MAX_VALUE, () -> 1);

  private final long all;

  /** So many connections have the most that any has. */
  private final long few;

  private final IntSupplier open;
  private final AtomicLong held = new AtomicLong();

  /**
   * A share for each of those that are open.
   *
   * @param memory how large the heap may become, or the buffers outside of it, bytes
   * @param open how many are open; called by any thread, and often
   */
  Allowance(long memory, IntSupplier open) {
    this.all = memory / SHARE;
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

  /**
   * What this process may have, of the heap and of buffers outside of it the smaller one, bytes.
   */
  static long memory() {
    return Math.min(Runtime.getRuntime().maxMemory(), PlatformDependent.maxDirectMemory());
  }

  /** A connection holds so much more than it did, or less, bytes. */
  void holds(long more) {
    held.addAndGet(more);
  }

  /** Whether all together hold what they may: then none is read that has a call that waits. */
  boolean isUsedUp() {
    return held.get() >= all;
  }

  /** Reads no more at a time than any connection may make the server hold. */
  static RecvByteBufAllocator shortReads() {
    return new AdaptiveRecvByteBufAllocator(MIN_READ_BYTES, FIRST_READ_BYTES, MIN_BYTES);
  }

  /** Reads hardly more than a call at a time: what is read before it can be stopped, all have. */
  static RecvByteBufAllocator shortestReads() {
    return new AdaptiveRecvByteBufAllocator(MIN_READ_BYTES, FIRST_READ_BYTES, FIRST_READ_BYTES);
  }
}
