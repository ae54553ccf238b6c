package io.rpcstress.driver.openfeign;

import io.rpcstress.driver.Deadlines;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * The call that a thread is in. Feign hands an HTTP client nothing but the request, and none of
 * them ends a whole exchange by its deadline: each sets here how what it started is ended. Used by
 * many threads, each for itself.
 */
final class CurrentCall {
  private static final ThreadLocal<Deadlines.Watch> CURRENT = new ThreadLocal<>();

  private CurrentCall() {}

  static void enter(Deadlines.Watch watch) {
    CURRENT.set(watch);
  }

  static void leave() {
    CURRENT.remove();
  }

  /** Sets what ends this thread's call; see {@link Deadlines.Watch#endBy}. */
  static void endBy(@Nullable Runnable by) {
    Deadlines.Watch watch = CURRENT.get();
    if (watch != null) {
      watch.endBy(by);
    }
  }

  /** Reads for as long as this thread's call may take; see {@link Deadlines.Watch#reading}. */
  static InputStream reading(InputStream in) {
    Deadlines.Watch watch = CURRENT.get();
    return watch == null ? in : watch.reading(in);
  }
}
