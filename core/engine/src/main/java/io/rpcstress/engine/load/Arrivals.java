package io.rpcstress.engine.load;

import io.rpcstress.measure.ArrivalShape;
import io.rpcstress.measure.OfferedLoad;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * When the calls of an open loop are due, one after the other, ns from the start of the warm-up.
 * The same load gives the same times on every JDK. Not thread-safe.
 */
final class Arrivals {

  /** After the last call. */
  static final long NONE = Long.MAX_VALUE;

  private static final long NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

  private final OfferedLoad load;
  private final @Nullable Trace trace;
  private final Mix.@Nullable Draws parts;
  private final long end;
  private final Random random;
  private final int[] bursts;
  private long made;
  private double drawn;
  private int second;

  /**
   * Of a load.
   *
   * @param trace what is replayed behind the warm-up, in which calls come evenly; null for others
   * @param mix what the calls are of; null where all ask the same
   */
  Arrivals(OfferedLoad load, @Nullable Trace trace, @Nullable Mix<?> mix) {
    this.load = load;
    this.trace = trace;
    this.parts = mix == null ? null : mix.draws(load.seed(), 0);
    this.end = windowStart(load) + TimeUnit.SECONDS.toNanos(load.seconds());
    this.random = new Random(load.seed()); // its algorithm is laid down, so a seed keeps its gaps
    this.bursts = load.shape() == ArrivalShape.RANDOM_BURSTS ? bursts(load, random) : new int[0];
  }

  long next() {
    long due = due(made++);
    return due < end ? due : NONE;
  }

  /** Which part of the mix the call is that {@link #next} gave last; to be asked for once. */
  int part() {
    Trace times = trace;
    long call = made - 1 - (long) load.rate() * load.warmupSeconds();
    return times != null && times.hasParts() && call >= 0
        ? times.part((int) call)
        : Objects.requireNonNull(parts, "a mix").next();
  }

  private long due(long index) {
    return switch (load.shape()) {
      case CONSTANT -> evenly(index);
      case BURSTS -> index / load.rate() * NANOS_PER_SECOND;
      case POISSON -> {
        drawn -= StrictMath.log(1 - random.nextDouble()) / load.rate();
        yield (long) (drawn * NANOS_PER_SECOND);
      }
      case RANDOM_BURSTS -> {
        while (second < bursts.length && bursts[second] == 0) {
          second++;
        }
        if (second < bursts.length) {
          bursts[second]--;
        }
        yield second * NANOS_PER_SECOND;
      }
      case TRACE -> {
        long ofWarmup = (long) load.rate() * load.warmupSeconds();
        yield index < ofWarmup ? evenly(index) : replayed(index - ofWarmup);
      }
    };
  }

  private long evenly(long index) {
    return index * NANOS_PER_SECOND / load.rate();
  }

  private long replayed(long call) {
    Trace times = Objects.requireNonNull(trace, "a trace");
    return call < times.calls() ? windowStart(load) + times.nanos((int) call) : NONE;
  }

  /**
   * The size of each second's burst, those of the warm-up first. Every call has a second drawn for
   * it, so that each size is binomial and all of them are what the rate makes. The counted calls
   * are drawn before the warm-up's: with and without one, a seed gives them the same seconds.
   */
  private static int[] bursts(OfferedLoad load, Random random) {
    int[] sizes = new int[load.warmupSeconds() + load.seconds()];
    draw(sizes, load.warmupSeconds(), load.seconds(), load.rate(), random);
    draw(sizes, 0, load.warmupSeconds(), load.rate(), random);
    return sizes;
  }

  private static void draw(int[] sizes, int from, int seconds, int rate, Random random) {
    for (long call = (long) rate * seconds; call > 0; call--) {
      sizes[from + random.nextInt(seconds)]++;
    }
  }

  /** From when on calls are counted, ns from the start of the warm-up. */
  static long windowStart(OfferedLoad load) {
    return TimeUnit.SECONDS.toNanos(load.warmupSeconds());
  }

  /** The calls of a load's warm-up, and those that are counted. */
  static long[] count(OfferedLoad load, @Nullable Trace trace) {
    Arrivals arrivals = new Arrivals(load, trace, null);
    long[] calls = new long[2];
    for (long due; (due = arrivals.next()) != NONE; ) {
      calls[due < windowStart(load) ? 0 : 1]++;
    }
    return calls;
  }
}
