package io.rpcstress.server.base;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * A text that is made at most once a second, however often it is requested: reading counters takes
 * processor time of a host that is measured, and any client may request it. Thread-safe.
 */
final class OncePerSecond implements Supplier<String> {

  private static final long NANOS = TimeUnit.SECONDS.toNanos(1);

  private final Supplier<String> source;
  private final LongSupplier clock;
  private String text = "";
  private long madeAt;

  /**
   * Nothing is made yet.
   *
   * @param clock ns, from any beginning
   */
  OncePerSecond(Supplier<String> source, LongSupplier clock) {
    this.source = source;
    this.clock = clock;
  }

  @Override
  public synchronized String get() {
    long now = clock.getAsLong();
    if (text.isEmpty() || now - madeAt >= NANOS) {
      text = source.get();
      madeAt = now;
    }
    return text;
  }
}
