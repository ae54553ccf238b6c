package io.rpcstress.engine.load;

import io.rpcstress.driver.FailureKind;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.IntCountsHistogram;
import org.jspecify.annotations.Nullable;

/** A calling thread that makes a share of calls. */
final class CountedThread<Q, R> extends CallingThread<Q, R> {

  private final long share;
  private final @Nullable AbstractHistogram overflow;
  private final Latencies latencies;
  private final @Nullable AbstractHistogram firsts;
  private final Map<FailureKind, Long> failures = new EnumMap<>(FailureKind.class);
  private long made;
  private long ok;
  private long late;

  /** Times to the first message go into a histogram of all threads; null where none is a stream. */
  CountedThread(
      int thread,
      long share,
      Callers<Q, R> callers,
      Q request,
      RunControl control,
      Duration grace,
      @Nullable AbstractHistogram firsts) {
    super(thread, callers, request, control, grace);
    this.share = share;
    this.firsts = firsts;
    long highest = Math.max(2, deadlineNanos()); // no good call is slower
    AbstractHistogram further =
        share > Latencies.ARRAY_VALUES
            ? new IntCountsHistogram(1, highest, Latencies.DIGITS)
            : null;
    this.overflow = further;
    this.latencies =
        new Latencies(
            share,
            (place, nanos) -> {
              if (further == null) {
                throw new IllegalStateException("more than the " + share + " calls dealt");
              }
              further.recordValue(Math.min(nanos, further.getHighestTrackableValue()));
            });
  }

  @Override
  boolean worked() {
    return share > 0;
  }

  @Override
  boolean next() {
    return made++ < share;
  }

  @Override
  void good(Q request, long start, long end) {
    ok++;
    if (isLate(start, end)) {
      late++;
    }
    latencies.record(end - start);
  }

  @Override
  void first(long nanos, long end) {
    if (firsts != null) {
      firsts.recordValue(nanos);
    }
  }

  @Override
  void bad(@Nullable Q request, FailureKind kind, long end) {
    failures.merge(kind, 1L, Long::sum);
  }

  @Override
  long unconnected(FailureKind kind, long end) {
    failures.merge(kind, share, Long::sum);
    return share;
  }

  long ok() {
    return ok;
  }

  /** Those of {@link #ok} that came too late to be accepted. */
  long late() {
    return late;
  }

  void addFailuresTo(Map<FailureKind, Long> run) {
    failures.forEach((kind, calls) -> run.merge(kind, calls, Long::sum));
  }

  void addLatenciesTo(Histogram run) {
    latencies.spillTo((place, nanos) -> run.recordValue(nanos));
    if (overflow != null) {
      run.add(overflow);
    }
  }
}
