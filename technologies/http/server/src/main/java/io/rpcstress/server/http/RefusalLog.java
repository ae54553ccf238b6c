package io.rpcstress.server.http;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Says what of a peer's bytes was refused, on lines of bounded number: a peer decides how many
 * there are. Thread-safe.
 */
final class RefusalLog {
  /** Lines in a second at most; the rest is counted. */
  static final int MAX_LINES_A_SECOND = 10;

  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  private final Consumer<String> lines;
  private final LongSupplier nanos;
  private long since;
  private int said;
  private long unsaid;

  /**
   * A log.
   *
   * @param lines takes each line
   * @param nanos a clock as {@link System#nanoTime}
   */
  RefusalLog(Consumer<String> lines, LongSupplier nanos) {
    this.lines = lines;
    this.nanos = nanos;
    this.since = nanos.getAsLong();
  }

  /** One on standard error. */
  static RefusalLog onStandardError(String program) {
    return new RefusalLog(line -> System.err.println(program + ": " + line), System::nanoTime);
  }

  /**
   * Something was refused.
   *
   * @param what one line of bounded length, without what could disturb a terminal
   */
  synchronized void refused(String what) {
    long now = nanos.getAsLong();
    if (now - since >= SECOND) {
      if (unsaid > 0) {
        lines.accept("refused " + unsaid + " more");
      }
      since = now;
      said = 0;
      unsaid = 0;
    }
    if (said == MAX_LINES_A_SECOND) {
      unsaid++;
      return;
    }
    said++;
    lines.accept("refused " + what);
  }
}
