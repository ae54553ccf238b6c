package io.rpcstress.engine.load;

import io.rpcstress.engine.load.PartResult.PartCounts;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the latencies of a timed loop whose calls are a mix: by interval, as of other calls, and
 * those of the windows by part. Thread-safe.
 */
final class MixedLatencies<Q> implements Latencies.Sink {

  private final IntervalLatencies intervals;
  private final TimedGrid grid;
  private final PartCounts<Q> counted;

  /** The windows' counts behind those of the warm-up, which are not read. */
  private final List<PartCounts<Q>> phases;

  private final int placesOfAll;
  private final int placesOfWindows;

  private MixedLatencies(
      IntervalLatencies intervals, TimedGrid grid, PartCounts<Q> warmup, PartCounts<Q> counted) {
    this.intervals = intervals;
    this.grid = grid;
    this.counted = counted;
    this.phases = List.of(warmup, counted);
    this.placesOfAll = grid.places() + 1; // with the one beyond them all
    this.placesOfWindows = grid.windows() * grid.parts();
  }

  /** Null where the calls are no mix. */
  static <Q> @Nullable MixedLatencies<Q> of(
      Callers<Q, ?> callers, IntervalLatencies intervals, TimedGrid grid) {
    PartCounts<Q> warmup = PartCounts.of(callers);
    PartCounts<Q> counted = PartCounts.of(callers);
    return warmup == null || counted == null
        ? null
        : new MixedLatencies<>(intervals, grid, warmup, counted);
  }

  /** Where the calls of a request's part are kept before those of another. */
  int places(Q request) {
    return counted.part(request) * placesOfAll;
  }

  @Override
  public void record(int place, long nanos) {
    int own = place % placesOfAll;
    intervals.record(own, nanos);
    // 1 in a window, else 0, without a branch that is first taken there: see TimedGrid.
    int phase = (own - placesOfWindows) >>> (Integer.SIZE - 1);
    phases.get(phase).good(place / placesOfAll, nanos);
  }

  void notOk(Q request, int slot) {
    int window = grid.window(slot);
    if (window >= 0 && window < grid.windows()) {
      counted.notOk(counted.part(request));
    }
  }

  static <Q> List<PartResult> results(@Nullable MixedLatencies<Q> mixed) {
    return mixed == null ? List.of() : PartCounts.results(mixed.counted);
  }
}
