package io.rpcstress.server.thrift;

import io.rpcstress.contract.thrift.ThriftBounds;
import io.rpcstress.server.base.HeldBytes;
import org.jspecify.annotations.Nullable;

/**
 * What a connection's call holds: nothing that counts while it is as small as any but of list-echo,
 * and beyond with the calls of all connections. Used by one thread at a time.
 */
final class CallBytes {
  /** A call that holds more counts with those of all connections, bytes. */
  static final int SMALL_BYTES = ThriftBounds.MAX_STRING_BYTES;

  /** So much is counted at a time: what grows by single numbers takes no lock for each. */
  static final int STEP_BYTES = 16 * 1024;

  private final HeldBytes all;
  private final Runnable cut;
  private long counted = SMALL_BYTES;
  private HeldBytes.@Nullable Holding holding;

  /**
   * Nothing is held yet.
   *
   * @param all those of all connections
   * @param cut ends the connection, which then holds nothing; called by any thread
   */
  CallBytes(HeldBytes all, Runnable cut) {
    this.all = all;
    this.cut = cut;
  }

  /** The call holds so much now, or is about to; less than before changes nothing. */
  void holds(long bytes) {
    if (bytes <= counted) {
      return;
    }
    HeldBytes.Holding begun = holding;
    if (begun == null) {
      begun = all.hold(cut);
      holding = begun;
    }
    counted = bytes + STEP_BYTES;
    begun.set(counted);
  }

  /**
   * The peer has done its part, and is not ended for what it holds.
   *
   * @return false where it was ended before, or where all that is kept would be too much: then it
   *     is to be ended
   */
  boolean keep() {
    HeldBytes.Holding begun = holding;
    return begun == null || begun.keep();
  }

  /** The call is over: nothing is held any more. Any time but the first changes nothing. */
  void release() {
    HeldBytes.Holding begun = holding;
    if (begun != null) {
      holding = null;
      begun.release();
    }
    counted = SMALL_BYTES;
  }
}
