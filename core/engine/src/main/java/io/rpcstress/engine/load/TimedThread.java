package io.rpcstress.engine.load;

import io.rpcstress.driver.FailureKind;
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
