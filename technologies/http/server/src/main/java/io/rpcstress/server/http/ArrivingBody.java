package io.rpcstress.server.http;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What has come of a body, in pieces: it grows without being copied, and only by what has come, not
 * by what is announced. Another thread may drop it. Thread-safe.
 */
final class ArrivingBody {
  /** The longest piece that is taken for more than has come, bytes. */
  private static final int MAX_PIECE_BYTES = 64 * 1024;

  private static final byte[] NO_BYTES = {};

  /** What the body may come to, bytes. */
  private final int expected;

  /** All but the last one, which alone may have room. */
  private final List<byte[]> full = new ArrayList<>(0);

  private byte[] last = NO_BYTES;
  private int inLast;

  /** Of all pieces, bytes. */
  private int held;

  /** What has come, bytes, dropped or not. */
  private int length;

  private boolean dropped;

  /** A body of which nothing has come, and no more may than is expected. */
  ArrivingBody(int expected) {
    this.expected = expected;
  }

  /** What has come, bytes. */
  synchronized int length() {
    return length;
  }

  /** Whether so many bytes more are no more than is expected. */
  synchronized boolean mayGrowBy(int more) {
    return more <= expected - length;
  }

  /** What it holds, bytes: at most twice what has come. */
  synchronized int held() {
    return held;
  }

  /** What it will hold when so many bytes more have come, and that is no more than is expected. */
  synchronized int heldWith(int more) {
    int beyond = more - (last.length - inLast);
    return beyond <= 0 ? held : held + nextPiece(beyond);
  }

  private int nextPiece(int atLeast) {
    return Math.min(expected - held, Math.max(atLeast, Math.min(held, MAX_PIECE_BYTES)));
  }

  /** More has come; no more than is expected. Not kept where the body was dropped. */
  synchronized void append(ByteBuffer more) {
    length += more.remaining();
    if (dropped) {
      return;
    }
    int fits = Math.min(more.remaining(), last.length - inLast);
    more.get(last, inLast, fits);
    inLast += fits;
    if (more.hasRemaining()) {
      byte[] next = new byte[nextPiece(more.remaining())];
      if (last.length > 0) {
        full.add(last);
      }
      held += next.length;
      last = next;
      inLast = more.remaining();
      more.get(last, 0, inLast);
    }
  }

  /**
   * All that has come, in one array; nothing is held here any more.
   *
   * @return null where it was dropped
   */
  synchronized byte @Nullable [] whole() {
    if (dropped) {
      return null;
    }
    byte[] whole;
    if (full.isEmpty()) {
      whole = inLast == last.length ? last : Arrays.copyOf(last, inLast);
    } else {
      whole = new byte[length];
      int at = 0;
      for (int i = 0; i < full.size(); i++) {
        byte[] piece = full.set(i, NO_BYTES);
        System.arraycopy(piece, 0, whole, at, piece.length);
        at += piece.length;
      }
      System.arraycopy(last, 0, whole, at, inLast);
    }
    drop();
    return whole;
  }

  /** Nothing is held any more, whatever comes. */
  synchronized void drop() {
    dropped = true;
    full.clear();
    last = NO_BYTES;
    inLast = 0;
    held = 0;
  }
}
