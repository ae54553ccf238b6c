package io.rpcstress.rpcx.client;

import io.rpcstress.rpcx.Limits;

/**
 * What is known of the server at the other end of one connection: when it last sent something,
 * whether it ever answered a call, whether it is in doubt or going to stop. Read by any thread;
 * written by the event loop, but for {@link #doubt}.
 */
final class SignsOfLife {
  private volatile long greetedAtNanos;
  private volatile long readAtNanos;
  private volatile boolean answered;
  private volatile boolean inDoubt;
  private volatile boolean draining;

  /** The connection was made. */
  void connected() {
    readAtNanos = System.nanoTime();
  }

  /**
   * The server's HELLO has come.
   *
   * @param soon whether it is going to stop
   */
  void greeted(boolean soon) {
    draining = soon;
    // Never 0, which stands for not yet.
    greetedAtNanos = (System.nanoTime() + 1) | 1;
  }

  /** Something was received. */
  void received() {
    readAtNanos = System.nanoTime();
    if (inDoubt) {
      inDoubt = false;
    }
  }

  /** A call was answered. */
  void answered() {
    if (!answered) {
      answered = true;
    }
  }

  /** When something was last received, by System.nanoTime. */
  long readAtNanos() {
    return readAtNanos;
  }

  /** Whether the server is to be pinged before it gets further calls, if there is another. */
  boolean inDoubt() {
    return inDoubt;
  }

  /** Whether calls are to go to another server, if there is one: this one is going to stop. */
  boolean draining() {
    return draining;
  }

  /** Whether losing the connection is no failure: it has served, or lived for a while. */
  boolean healthy() {
    return answered
        || (greetedAtNanos != 0
            && System.nanoTime() - greetedAtNanos >= Limits.HEALTHY_AFTER.toNanos());
  }

  /**
   * A call got no reply within its deadline.
   *
   * @param startedNanos when it began
   * @return whether nothing at all came since then, and there was no doubt yet
   */
  boolean doubt(long startedNanos) {
    long read = readAtNanos;
    // What began before HELLO was written after it.
    boolean nothing = read - startedNanos < 0 || read - greetedAtNanos < 0;
    if (inDoubt || !nothing) {
      return false;
    }
    inDoubt = true;
    return true;
  }
}
