package io.rpcstress.server.dubbo;

import io.netty.buffer.ByteBuf;
import io.rpcstress.server.base.HeldBytes;
import java.util.Arrays;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What the calls of a connection hold: their requests until they are answered, their replies until
 * they are taken. Large ones count with those of all connections; small ones with their own
 * connection's alone, as long as these are not many. Confined to the connection's event loop.
 */
final class CallBytes {
  /** A call that holds more counts with those of all connections, bytes. */
  private static final int LARGE_BYTES = 16 * 1024;

  /** What an open call takes of the heap beside what it carries, bytes, as measured: half a one. */
  private static final int BEGUN_BYTES = 2 * 1024;

  /** The same where Dubbo has it. */
  private static final int HANDED_ON_BYTES = 6 * 1024;

  /** So many calls may be open on a connection that none of them counts beside what it carries. */
  static final int FREE_CALLS = 8;

  private static final byte[] NO_BYTES = {};

  private final HeldBytes requests;
  private final HeldBytes replies;
  private final HeldBytes streams;
  private final HandedOn handedOn;
  private final IntSupplier maxSmall;
  private final Runnable end;

  /** What the open calls take beside what they carry; none where they are few. */
  private HeldBytes.@Nullable Holding open;

  /** What those calls hold that do not count with all others'. */
  private int small;

  /**
   * Nothing is held yet.
   *
   * @param streams what open calls take beside what they carry
   * @param handedOn the requests that Dubbo has, of all connections
   * @param maxSmall where small calls hold more together, each one more counts as if it was large,
   *     bytes
   * @param end ends the connection; called by any thread
   */
  CallBytes(
      HeldBytes requests,
      HeldBytes replies,
      HeldBytes streams,
      HandedOn handedOn,
      IntSupplier maxSmall,
      Runnable end) {
    this.requests = requests;
    this.replies = replies;
    this.streams = streams;
    this.handedOn = handedOn;
    this.maxSmall = maxSmall;
    this.end = end;
  }

  /**
   * So many calls are open now.
   *
   * @param begun those that have not arrived whole
   * @param others those that have
   * @param progressed whether one has ended since: then others have been slow for longer
   */
  void open(int begun, int others, boolean progressed) {
    boolean few = begun + others <= FREE_CALLS;
    HeldBytes.Holding before = open;
    if (before != null && (few || progressed)) {
      open = null;
      before.release();
    }
    if (few) {
      return;
    }
    HeldBytes.Holding holding = open;
    if (holding == null) {
      holding = streams.hold(end);
      open = holding;
    }
    holding.set((long) begun * BEGUN_BYTES + (long) others * HANDED_ON_BYTES);
  }

  /** What one call holds, and its request. */
  final class Call {
    private final int max;
    private final int head;
    private byte[] body = NO_BYTES;
    private int length;

    /** What it holds as a request or as a reply, bytes. */
    private int bytes;

    private HeldBytes.@Nullable Holding held;

    private Call(int max, int head) {
      this.max = max;
      this.head = head;
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
      holds(requests, head + body.length);
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
      ByteBuf request = handedOn.add(body, length);
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
        if (now > LARGE_BYTES || small > maxSmall.getAsInt()) {
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
   * A call begins.
   *
   * @param max how long its request may be, bytes
   * @param head what its head takes beyond what any may, bytes
   */
  Call begin(int max, int head) {
    Call call = new Call(max, head);
    if (head > 0) {
      call.holds(requests, head);
    }
    return call;
  }
}
