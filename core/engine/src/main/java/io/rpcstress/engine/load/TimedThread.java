package io.rpcstress.engine.load;

import io.rpcstress.driver.FailureKind;
import io.rpcstress.engine.load.LiveCounts.LiveLatencies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A calling thread that calls until it is stopped. A call counts for the slot that it ends in. */
final class TimedThread<Q, R> extends CallingThread<Q, R> {

  private static final VarHandle COUNTS = MethodHandles.arrayElementVarHandle(long[].class);

  /** Longs in two cache lines: what a thread counts all the time shares its line with no other. */
  private static final int CACHE_LINE = 16;

  private static final int GOOD = 0;
  private static final int BAD = 1;

  private final TimedGrid grid;
  private final AtomicBoolean stop;
  private final CountDownLatch turn;
  private final Latencies latencies;
  private final @Nullable MixedLatencies<Q> mixed;
  private final @Nullable IntervalLatencies firsts;

  /** Good calls, by slot; before the first and behind the last those in no slot. */
  private final long[] ok;

  private final long[] late;
  private final Map<FailureKind, long[]> failures = new EnumMap<>(FailureKind.class);
  private final long[] soFar = new long[CACHE_LINE];
  private @Nullable LiveLatencies live;

  TimedThread(
      int thread,
      Callers<Q, R> callers,
      Q request,
      RunControl control,
      Duration grace,
      TimedGrid grid,
      AtomicBoolean stop,
      CountDownLatch turn,
      IntervalLatencies intervals,
      @Nullable MixedLatencies<Q> mixed,
      @Nullable IntervalLatencies firsts) {
    super(thread, callers, request, control, grace);
    this.grid = grid;
    this.stop = stop;
    this.turn = turn;
    this.latencies = new Latencies(Latencies.ARRAY_VALUES, mixed == null ? intervals : mixed);
    this.mixed = mixed;
    this.firsts = firsts;
    this.ok = new long[grid.slots() + 2];
    this.late = new long[grid.slots() + 2];
  }

  /** Keeps live latencies; before the thread starts. */
  void watch() {
    live = new LiveLatencies();
  }

  @Override
  boolean worked() {
    return true;
  }

  @Override
  void awaitTurn() throws InterruptedException {
    turn.await();
  }

  @Override
  boolean next() {
    return !stop.get();
  }

  @Override
  void good(Q request, long start, long end) {
    COUNTS.setOpaque(soFar, GOOD, soFar[GOOD] + 1);
    LiveLatencies watched = live;
    if (watched != null) {
      watched.record(end - start);
    }
    int slot = grid.slot(end);
    int entry = slot + 1;
    // Read by the rig while this thread counts on: a plain store, no fence per call.
    COUNTS.setOpaque(ok, entry, ok[entry] + 1);
    if (isLate(start, end)) {
      late[entry]++;
    }
    MixedLatencies<Q> ofParts = mixed;
    int before = ofParts == null ? 0 : ofParts.places(request);
    latencies.record(before + grid.placeAt(slot, end), end - start);
  }

  @Override
  void first(long nanos, long end) {
    if (firsts != null) {
      firsts.record(grid.placeAt(grid.slot(end), end), nanos);
    }
  }

  @Override
  void bad(@Nullable Q request, FailureKind kind, long end) {
    COUNTS.setOpaque(soFar, BAD, soFar[BAD] + 1);
    int slot = grid.slot(end);
    failures.computeIfAbsent(kind, k -> new long[ok.length])[slot + 1]++;
    if (mixed != null && request != null) {
      mixed.notOk(request, slot);
    }
  }

  /** A thread without a connection makes no call; one is counted in its place. */
  @Override
  long unconnected(FailureKind kind, long end) {
    bad(null, kind, end);
    return 1;
  }

  /** Good calls in a slot so far; may be read while the thread calls. */
  long ok(int slot) {
    return (long) COUNTS.getOpaque(ok, slot + 1);
  }

  /** Those of {@link #ok(int)} that came too late to be accepted; when the thread has finished. */
  long late(int slot) {
    return late[slot + 1];
  }

  /** Good calls since the gate opened; may be read while the thread calls. */
  long goodSoFar() {
    return (long) COUNTS.getOpaque(soFar, GOOD);
  }

  /** Calls that ended otherwise since the gate opened; may be read while the thread calls. */
  long badSoFar() {
    return (long) COUNTS.getOpaque(soFar, BAD);
  }

  /** Adds the latencies of good calls since the gate opened, where live latencies are kept. */
  void addLiveTo(long[] sum) {
    LiveLatencies watched = live;
    if (watched != null) {
      watched.addTo(sum);
    }
  }

  void addFailuresTo(int slot, Map<FailureKind, Long> window) {
    failures.forEach(
        (kind, calls) -> {
          if (calls[slot + 1] > 0) {
            window.merge(kind, calls[slot + 1], Long::sum);
          }
        });
  }

  void spill() {
    latencies.spill();
  }
}
