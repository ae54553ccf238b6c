package io.rpcstress.rpcx.wire;

import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.RecvByteBufAllocator;
import io.rpcstress.rpcx.Limits;
import java.util.concurrent.TimeUnit;

/**
 * How much is read of one connection before the others of its event loop get their turn: what comes
 * in that many bytes is served at once, and another connection waits for as much of every
 * connection that sends without a pause.
 */
public final class ReadTurn {
  /** Bytes that are read of all connections of a loop that have sent more, around the loop. */
  static final int ROUND_BYTES = 512 * 1024;

  /** What each of them gets of that at least: reading less costs hardly less. */
  static final int MIN_BYTES = 1024;

  /** How long the calls of all of them are served around the loop. */
  static final long ROUND_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** How long those of one are, at most, and at least. */
  static final long NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  static final long MIN_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

  /** Bytes without encryption: what one buffer takes, which is some thousand small calls. */
  static final int BYTES = 64 * 1024;

  /** Bytes of which much may have to wait: before HELLO, and while memory is short. */
  static final int LITTLE_BYTES = 8 * 1024;

  /** Bytes with compression, which may become {@link Limits#MAX_INFLATION} times as many. */
  static final int COMPRESSED_BYTES = 1024;

  /**
   * Bytes with encryption: a record of TLS. They are decrypted before it is known whether they must
   * wait, so that each connection may hold as many.
   */
  static final int ENCRYPTED_BYTES = 16 * 1024;

  private static final int FIRST_BYTES = 2 * 1024;
  private static final int MIN_ENCRYPTED_BYTES = 256;

  private ReadTurn() {}

  /**
   * What is read of one connection around the loop: what comes of all is what a call beside them
   * waits for, and where many send without a pause that would be seconds.
   *
   * @param crowd connections of the loop that have sent more than was read or served of them
   */
  static int bytes(int crowd) {
    return Math.max(MIN_BYTES, Math.min(BYTES, ROUND_BYTES / Math.max(1, crowd)));
  }

  /** The same, of the time for which calls of one connection are served. */
  static long nanos(int crowd) {
    return Math.max(MIN_NANOS, Math.min(NANOS, ROUND_NANOS / Math.max(1, crowd)));
  }

  /**
   * Whether a connection's turn is over, so that the others of this thread's loop get theirs.
   *
   * @param nanos for how long its calls have been served
   */
  public static boolean isOver(long nanos) {
    return nanos > MIN_NANOS && nanos > nanos(Backlog.ofLoop());
  }

  /** What a channel reads with whose bytes are encrypted, and go through its pipeline. */
  public static RecvByteBufAllocator encrypted() {
    return new AdaptiveRecvByteBufAllocator(MIN_ENCRYPTED_BYTES, FIRST_BYTES, ENCRYPTED_BYTES)
        .maxMessagesPerRead(1);
  }
}
