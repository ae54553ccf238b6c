package io.rpcstress.measure;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How long a timed loop goes. Immutable.
 *
 * @param warmup how long threads call before the first window; 0 or more
 * @param window length of each window, more than 0
 * @param windows how many there are, 1 to {@link #MAX_WINDOWS}
 * @param warmupCap null where the warm-up has its fixed length; else it goes on from there, in
 *     windows, until the process is steady, and no longer than this in all
 * @param warmupThreads how many threads call in the first half of {@code warmup}, 1 or more; null
 *     where all do from the start
 */
public record TimedLoad(
    Duration warmup,
    Duration window,
    int windows,
    @Nullable Duration warmupCap,
    @Nullable Integer warmupThreads) {

  /** Beyond this a typing error is likelier; each keeps a histogram. */
  public static final int MAX_WINDOWS = 200;

  /** Windows that a warm-up is judged by at most: every thread keeps a count for each. */
  public static final int MAX_WARMUP_WINDOWS = 1_000;

  /** The longest that warm-up and windows may take together. */
  public static final Duration MAX_TOTAL = Duration.ofDays(1);

  public TimedLoad {
    if (warmup.isNegative() || window.isNegative() || window.isZero()) {
      throw new IllegalArgumentException(
          "warm-up %s, window %s: 0 or more, and more than 0 expected"
              .formatted(Spans.text(warmup), Spans.text(window)));
    }
    if (windows < 1 || windows > MAX_WINDOWS) {
      throw new IllegalArgumentException(
          "%d windows: 1 to %d expected".formatted(windows, MAX_WINDOWS));
    }
    if (warmupThreads != null && (warmupThreads < 1 || warmup.isZero())) {
      throw new IllegalArgumentException(
          "%d threads in the first half of a warm-up of %s: 1 or more, and more than 0 expected"
              .formatted(warmupThreads, Spans.text(warmup)));
    }
    if (warmupCap != null && warmupCap.compareTo(warmup) < 0) {
      throw new IllegalArgumentException(
          "a warm-up of %s at most is shorter than the %s that it lasts at least"
              .formatted(Spans.text(warmupCap), Spans.text(warmup)));
    }
    if (warmupCap != null && warmupCap.minus(warmup).dividedBy(window) > MAX_WARMUP_WINDOWS) {
      throw new IllegalArgumentException(
          "a warm-up of %s in windows of %s: %d of them at most expected"
              .formatted(Spans.text(warmupCap), Spans.text(window), MAX_WARMUP_WINDOWS));
    }
    Duration total = (warmupCap == null ? warmup : warmupCap).plus(window.multipliedBy(windows));
    if (total.compareTo(MAX_TOTAL) > 0) {
      throw new IllegalArgumentException(
          "%s in all: %s at most expected".formatted(Spans.text(total), Spans.text(MAX_TOTAL)));
    }
  }

  public TimedLoad(Duration warmup, Duration window, int windows, @Nullable Duration warmupCap) {
    this(warmup, window, windows, warmupCap, null);
  }

  /** How long few threads call before all do; 0 where all do from the start. */
  public Duration fewFor() {
    return warmupThreads == null ? Duration.ZERO : warmup.dividedBy(2);
  }

  /** How long warm-up and windows take together at most. */
  public Duration total() {
    Duration before = warmupCap == null ? warmup : warmupCap;
    return before.plus(window.multipliedBy(windows));
  }

  @Override
  public String toString() {
    return "%d windows of %s after %s%s%s"
        .formatted(
            windows,
            Spans.text(window),
            Spans.text(warmup),
            warmupThreads == null ? "" : " (half of it by " + warmupThreads + " threads)",
            warmupCap == null ? "" : ", until steady or " + Spans.text(warmupCap));
  }
}
