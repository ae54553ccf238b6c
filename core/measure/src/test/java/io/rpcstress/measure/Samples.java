package io.rpcstress.measure;

import io.rpcstress.measure.Cost.ProcessCost;
import io.rpcstress.measure.Cost.ProxyShare;
import io.rpcstress.measure.Cost.WireCost;
import io.rpcstress.measure.Run.Lateness;
import java.time.Instant;
import java.util.List;
import java.util.TreeSet;

/** Runs to test with. */
final class Samples {

  static final Point POINT = new Point("rpcx", Point.EXAMPLE, 7, 100, RequestMode.TOTAL);
  static final Instant AT = Instant.parse("2026-01-31T12:00:00.123Z");

  private Samples() {}

  static Run run(int order) {
    return new Run(
        POINT,
        1,
        order,
        47_123,
        new CallCounts(100, 97, 1, 1, 1),
        98L,
        new Latency(1.5, 2.5, null, null, 99.125),
        new Cost(
            new ProcessCost(12.5, 7L, 1_000L, 0L, 4L, 70_000L),
            new ProcessCost(3.25, 9L, 5L, 6L, 7L, 60_000L),
            new WireCost(null, null, null, null, WireCost.SOCKET),
            new ProxyShare(2.75, 98L, 3L)),
        new Conditions("greet", 16L, null, Conditions.CLOSED, "multiplexed:1", 1L),
        new SelfWatch(81.5, 2.25, 0.125),
        new TreeSet<>(List.of("served-mismatch", "client-cpu")),
        AT,
        new Circumstances(
            5.5,
            0.25,
            3,
            2,
            Circumstances.FRESH_CELL,
            AT.minusSeconds(60),
            "4711@boot",
            "10.0.0.5",
            null,
            null),
        new Lateness(900, 2));
  }

  /** A run of 50 ms in which all calls of its point were good. */
  static Run run(Point point) {
    Run other = run(1);
    return new Run(
        point,
        1,
        1,
        50_000,
        CallCounts.allOk(point.calls()),
        point.calls(),
        other.latency(),
        other.cost(),
        other.conditions(),
        other.watch(),
        new TreeSet<>(),
        AT,
        Circumstances.UNKNOWN,
        null);
  }
}
