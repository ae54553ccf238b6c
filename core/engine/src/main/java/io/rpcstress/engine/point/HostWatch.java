package io.rpcstress.engine.point;

import io.rpcstress.engine.load.ClockReading;
import io.rpcstress.engine.load.Meter;
import io.rpcstress.engine.load.NanoClock;
import io.rpcstress.measure.Flag;
import io.rpcstress.measure.SelfWatch;
import io.rpcstress.usage.HostCpu;
import io.rpcstress.usage.ProcessUsage;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Watches this host during each run of a point. Runs that are too short for shares of processors
 * are added up until they suffice. Confined to the thread that runs the load.
 */
final class HostWatch {

  private final Supplier<HostCpu> processors;
  private final NanoClock clock;
  private @Nullable JitterWatch jitter;
  private @Nullable Double jitterMs;
  private HostCpu before = HostCpu.NOTHING_KNOWN;
  private HostCpu growth = HostCpu.NOTHING_KNOWN;
  private @Nullable HostCpu pending;
  private long pendingKnownNanos;

  HostWatch() {
    this(HostCpu::read, NanoClock.SYSTEM);
  }

  HostWatch(Supplier<HostCpu> processors, NanoClock clock) {
    this.processors = processors;
    this.clock = clock;
  }

  /** The coarseness of this process' clock, measured at its first use. */
  private static final class ProcessClock {
    static final boolean COARSE =
        ClockReading.granularityNanos(System::nanoTime) > ClockReading.COARSEST_NANOS;
  }

  /** What is known before a run: whether the clock is too coarse for latencies in us. */
  static Set<Flag> ofClock() {
    return ProcessClock.COARSE ? Set.of(Flag.CLOCK) : Set.of();
  }

  /**
   * A meter that watches around another: its thread is up before the other reads, and the
   * processors are read last before the clock and first after it.
   */
  Meter around(Meter inner) {
    return new Meter() {
      @Override
      public void beforeGate() {
        JitterWatch sleeper = JitterWatch.start(clock);
        inner.beforeGate();
        jitter = sleeper;
        before = processors.get();
        sleeper.open();
      }

      @Override
      public void nextWindow() {
        HostCpu border = processors.get();
        growth = border.since(before);
        before = border;
        JitterWatch sleeper = jitter;
        jitterMs = sleeper == null ? null : sleeper.worstMs();
        inner.nextWindow();
        if (sleeper != null) {
          sleeper.open();
        }
      }

      @Override
      public void afterLastReply() {
        growth = processors.get().since(before);
        stopSleeper();
        inner.afterLastReply();
      }

      private void stopSleeper() {
        JitterWatch sleeper = jitter;
        jitterMs = sleeper == null ? null : sleeper.stop();
        jitter = null;
      }
    };
  }

  /** How long the processors were watched in the run that was closed last, ns; 0 where unknown. */
  long watchedNanos() {
    return growth.wallNanos();
  }

  /**
   * What was seen in the run that was closed last. To be called once a run.
   *
   * @param knownNanos CPU time on these processors of this process, and of a server on this host,
   *     ns, or unknown
   */
  SelfWatch seen(long knownNanos) {
    HostCpu window = growth;
    long known = knownNanos;
    HostCpu earlier = pending;
    if (earlier != null && !growth.hasShares()) {
      window = earlier.plus(growth);
      known = ProcessUsage.isKnown(known) ? known + pendingKnownNanos : ProcessUsage.UNKNOWN;
    }
    boolean goesOn = !window.hasShares() && ProcessUsage.isKnown(known);
    pending = goesOn ? window : null;
    pendingKnownNanos = goesOn ? known : 0;
    return new SelfWatch(
        orNull(window.busyPercent(known)), orNull(window.foreignPercent(known)), jitterMs);
  }

  private static @Nullable Double orNull(OptionalDouble value) {
    return value.isEmpty() ? null : (Double) value.getAsDouble();
  }
}
