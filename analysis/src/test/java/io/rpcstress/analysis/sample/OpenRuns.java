package io.rpcstress.analysis.sample;

import io.rpcstress.analysis.model.OpenResult;
import io.rpcstress.analysis.model.Series;
import io.rpcstress.analysis.model.Sweep;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.ArrivalShape;
import io.rpcstress.measure.CallCounts;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.Latency;
import io.rpcstress.measure.OfferedLoad;
import io.rpcstress.measure.OpenRun;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Made-up runs of open loops: 100 calls/s for a minute. */
public final class OpenRuns {

  private static final int RATE = 100;
  private static final int SECONDS = 60;
  private static final int CALLS = RATE * SECONDS;

  private OpenRuns() {}

  /** A process whose median is a quarter of its p99, us. */
  public static OpenResult run(
      String technology, ArrivalShape shape, int warmupSeconds, int repetition, double p99Us) {
    return run(technology, shape, warmupSeconds, repetition, p99Us, 0);
  }

  /** One that did not know its p99. */
  public static OpenResult withoutP99(String technology, double p50Us) {
    return run(technology, ArrivalShape.CONSTANT, 0, 0, p50Us, null, 0);
  }

  /** The same with calls that timed out, and flags. */
  public static OpenResult run(
      String technology,
      ArrivalShape shape,
      int warmupSeconds,
      int repetition,
      double p99Us,
      long timedOut,
      String... flags) {
    return run(technology, shape, warmupSeconds, repetition, p99Us / 4, p99Us, timedOut, flags);
  }

  private static OpenResult run(
      String technology,
      ArrivalShape shape,
      int warmupSeconds,
      int repetition,
      double p50Us,
      @Nullable Double p99Us,
      long timedOut,
      String... flags) {
    Point point =
        new Point(
                technology,
                Point.EXAMPLE,
                100,
                CALLS,
                RequestMode.TOTAL,
                repetition,
                new OfferedLoad(shape, RATE, SECONDS, warmupSeconds, 7 + repetition))
            .with(Dimension.LOAD_WARMUP, warmupSeconds + "s");
    Latency response = new Latency(p50Us, p50Us * 2, p99Us, null, p50Us * 9);
    return new OpenResult(
        point,
        technology.equals(Series.RPCX) ? 1 : 2,
        RATE,
        RATE,
        OpenRun.ASYNC,
        new CallCounts(CALLS, CALLS - timedOut, 0, timedOut, 0),
        response,
        response,
        null,
        new OpenResult.Cost(1_200.0, 600.0, 600_000.0, 300_000.0, "multiplexed:1"),
        List.of(flags));
  }

  /** Of both shapes, cold and after half a minute, by one process each. */
  public static SweepData ofFourLoads(String... technologies) {
    List<OpenResult> runs = new ArrayList<>();
    for (int i = 0; i < technologies.length; i++) {
      for (ArrivalShape shape : List.of(ArrivalShape.CONSTANT, ArrivalShape.RANDOM_BURSTS)) {
        for (int warmup : List.of(0, 30)) {
          double p99 = (shape == ArrivalShape.CONSTANT ? 2_000 : 9_000) * (i + 1) - 40.0 * warmup;
          runs.add(run(technologies[i], shape, warmup, 0, p99));
        }
      }
    }
    return data(runs);
  }

  /** A sweep of them. */
  public static SweepData data(List<OpenResult> runs) {
    return new SweepData(
        new Sweep("id", "offered", null, null, null, null, List.of()),
        List.of(),
        List.of(),
        List.of(),
        runs,
        List.of(),
        List.of());
  }
}
