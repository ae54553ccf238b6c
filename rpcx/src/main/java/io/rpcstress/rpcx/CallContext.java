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
  private boolean eventLoop;

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
   * Whether this thread is an event loop of a service centre. It serves many connections, so it
   * must not wait for a call: the server of that call may be waiting for this very thread.
   *
   * @return whether a call that waits is refused here
   */
  public static boolean onEventLoop() {
    CallContext context = CURRENT.get();
    return context != null && context.eventLoop;
  }

  /** For the server: this thread is one of its event loops, for good. */
  public static void isEventLoop() {
    context().eventLoop = true;
  }

  /**
   * For the server: this thread starts to serve a call.
   *
   * @param deadlineNanos when the call expires, by {@link System#nanoTime}
   */
  public static void enter(long deadlineNanos) {
    CallContext context = context();
    context.deadlineNanos = deadlineNanos;
    context.active = true;
  }

  private static CallContext context() {
    CallContext context = CURRENT.get();
    if (context == null) {
      context = new CallContext();
      CURRENT.set(context);
    }
    return context;
  }

  /** For the server: this thread has served the call. */
  public static void exit() {
    CallContext context = CURRENT.get();
    if (context != null) {
      context.active = false;
    }
  }
}
