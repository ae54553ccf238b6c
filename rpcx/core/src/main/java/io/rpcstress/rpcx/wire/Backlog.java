package io.rpcstress.rpcx.wire;

import io.netty.util.concurrent.FastThreadLocal;

/**
 * Whether a connection has sent more than its turn took, how many of its event loop have, and
 * whether there are others at all. Confined to that loop.
 */
public final class Backlog {
  private static final FastThreadLocal<Loop> LOOP =
      new FastThreadLocal<>() {
        @Override
        protected Loop initialValue() {
          return new Loop();
        }
      };

  private boolean open;
  private boolean left;

  /** Of the connections of one event loop. */
  private static final class Loop {
    private int open;
    private int left;
  }

  /** A connection that has sent nothing more. */
  public Backlog() {}

  /**
   * Sets whether the connection is open, so that others of its loop may wait for it.
   *
   * @param now whether it is
   */
  public void open(boolean now) {
    if (open != now) {
      open = now;
      LOOP.get().open += now ? 1 : -1;
    }
  }

  /** Whether no other client's calls wait: this thread's event loop has no two open connections. */
  public static boolean isAlone() {
    return LOOP.get().open < 2;
  }

  /**
   * Sets whether something is left for the next turn; nothing when the connection ends.
   *
   * @param now whether there is
   */
  public void left(boolean now) {
    if (left != now) {
      left = now;
      LOOP.get().left += now ? 1 : -1;
    }
  }

  /** How many connections of this thread's event loop have something left. */
  static int ofLoop() {
    return LOOP.get().left;
  }
}
