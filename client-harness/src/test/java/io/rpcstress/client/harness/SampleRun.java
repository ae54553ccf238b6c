package io.rpcstress.client.harness;

import io.rpcstress.measure.CallCounts;
import io.rpcstress.measure.Circumstances;
import io.rpcstress.measure.Conditions;
import io.rpcstress.measure.Cost;
import io.rpcstress.measure.Latency;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.SelfWatch;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;

/** A run of which a test says only what it is about. */
public final class SampleRun {

  private static final int TYPE = 4;

  private SampleRun() {}

  public static Run of(Point point, int order, long micros, CallCounts calls) {
    return of(point, order, micros, calls, Latency.UNKNOWN, Cost.UNKNOWN, List.of());
  }

  public static Run of(
      Point point,
      int order,
      long micros,
      CallCounts calls,
      Latency latency,
      Cost cost,
      Collection<String> flags) {
    String loop = point.offered() == null ? Conditions.CLOSED : Conditions.OPEN;
    return new Run(
        point,
        TYPE,
        order,
        micros,
        calls,
        null,
        latency,
        cost,
        new Conditions("greet", 16L, null, loop, "per-thread", 1L),
        SelfWatch.UNKNOWN,
        new TreeSet<>(flags),
        Instant.parse("2026-01-02T03:04:05Z"),
        Circumstances.UNKNOWN,
        null);
  }
}
