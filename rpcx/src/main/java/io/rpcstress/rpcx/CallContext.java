package io.rpcstress.rpcx;

import org.jspecify.annotations.Nullable;

/**
 * What a handler can know of the call that it serves, on the thread that serves it. Calls that the
 * handler makes from this thread inherit the deadline: nobody works on for a caller that has gone.
 */
public final class CallContext {
  private static final ThreadLocal<@Nullable CallContext> CURRENT = new ThreadLocal<>();

  private long deadlineNanos;
  private boolean active;

  private CallContext() {}

  /**
   * How long the caller of the call that this thread serves still waits.
   *
   * @return ns, 0 or less if the deadline has passed, {@link Long#MAX_VALUE} if this thread serves
   *     no call
   */
  public static long remainingNanos() {
    CallContext context = CURRENT.get();
    return context == null || !context.active
        ? Long.MAX_VALUE
        : context.deadlineNanos - System.nanoTime();
  }

  /**
   * For the server: this thread starts to serve a call.
   *
   * @param deadlineNanos when the call expires, by {@link System#nanoTime}
   */
  public static void enter(long deadlineNanos) {
    CallContext context = CURRENT.get();
    if (context == null) {
      context = new CallContext();
      CURRENT.set(context);
    }
    context.deadlineNanos = deadlineNanos;
    context.active = true;
  }

  /** For the server: this thread has served the call. */
  public static void exit() {
    CallContext context = CURRENT.get();
    if (context != null) {
      context.active = false;
    }
  }
}
