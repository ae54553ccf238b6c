package io.rpcstress.rpcx.wire;

import io.netty.util.concurrent.FastThreadLocal;

/**
 * Whether a connection has sent more than its turn took, and how many of its event loop have.
 * Confined to that loop.
 */
public final class Backlog {
  private static final FastThreadLocal<int[]> LOOP =
      new FastThreadLocal<>() {
        @Override
        protected int[] initialValue() {
          return new int[1];
        }
      };

  private boolean left;

  /** A connection that has sent nothing more. */
  public Backlog() {}

  /**
   * Says whether something is left for the next turn; nothing when the connection ends.
   *
   * @param now whether there is
   */
  public void left(boolean now) {
    if (left != now) {
      left = now;
      LOOP.get()[0] += now ? 1 : -1;
    }
  }

  /** How many connections of this thread's event loop have something left. */
  static int ofLoop() {
    return LOOP.get()[0];
  }
}
