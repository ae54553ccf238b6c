package io.rpcstress.server.dubbo;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.rpcstress.server.base.HeldBytes;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What the calls of a connection hold: their requests until they are answered, their replies until
 * they are taken. Large ones count with those of all connections; small ones with their own
 * connection's alone, as long as these are not many. Confined to the connection's event loop.
 */
final class CallBytes {
  /** A call that holds more counts with those of all connections, bytes. */
  private static final int LARGE_BYTES = 16 * 1024;

  /** Where small ones hold more together, each one more counts as if it was large, bytes. */
  private static final int MAX_SMALL_BYTES = 256 * 1024;

  private static final byte[] NO_BYTES = {};

  private final HeldBytes requests;
  private final HeldBytes replies;
  private final Runnable end;

  /** What those calls hold that do not count with all others'. */
  private int small;

  /**
   * Nothing is held yet.
   *
   * @param end ends the connection; called by any thread
   */
  CallBytes(HeldBytes requests, HeldBytes replies, Runnable end) {
    this.requests = requests;
    this.replies = replies;
    this.end = end;
  }

  /** What one call holds, and its request. */
  final class Call {
    private final int max;
    private byte[] body = NO_BYTES;
    private int length;

    /** What it holds as a request or as a reply, bytes. */
    private int bytes;

    private HeldBytes.@Nullable Holding held;

    private Call(int max) {
      this.max = max;
    }

    /**
     * Takes more of the request.
     *
     * @return false where that would be more than it may be
     */
    boolean append(ByteBuf more) {
      int count = more.readableBytes();
      if (count > max - length) {
        return false;
      }
      if (length + count > body.length) {
        // By what has come, not by what is announced: twice that at most.
        body = Arrays.copyOf(body, Math.max(length + count, Math.min(max, 2 * body.length)));
      }
      more.getBytes(more.readerIndex(), body, length, count);
      length += count;
      holds(requests, body.length);
      return true;
    }

    /**
     * The request is there.
     *
     * @return what has come of it, which stays held; null where too much is held by those that are
     *     answered: then it is to be refused
     */
    @Nullable ByteBuf whole() {
      if (held != null && !held.keep()) {
        held = null;
        bytes = 0;
        return null;
      }
      ByteBuf request = Unpooled.wrappedBuffer(body, 0, length);
      body = NO_BYTES;
      return request;
    }

    /** A part of the reply is written, the first of which ends what the request held. */
    void reply(int more, boolean first) {
      int before = first ? 0 : bytes;
      if (first) {
        release();
      }
      holds(replies, before + more);
    }

    private void holds(HeldBytes all, int now) {
      HeldBytes.Holding holding = held;
      if (holding == null) {
        small += now - bytes;
        if (now > LARGE_BYTES || small > MAX_SMALL_BYTES) {
          small -= now;
          holding = all.hold(end);
          held = holding;
        }
      }
      bytes = now;
      if (holding != null) {
        holding.set(now);
      }
    }

    /** Nothing is held any more. Any time but the first does nothing. */
    void release() {
      HeldBytes.Holding holding = held;
      if (holding == null) {
        small -= bytes;
      } else {
        held = null;
        holding.release();
      }
      bytes = 0;
    }
  }

  /**
   * A call begins, which holds nothing yet.
   *
   * @param max how long its request may be, bytes
   */
  Call begin(int max) {
    return new Call(max);
  }
}
