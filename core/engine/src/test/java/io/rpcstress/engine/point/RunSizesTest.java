package io.rpcstress.engine.point;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.measure.CallCounts;
import io.rpcstress.measure.Circumstances;
import io.rpcstress.measure.Conditions;
import io.rpcstress.measure.Cost;
import io.rpcstress.measure.Latency;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RequestMode;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.SelfWatch;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.TreeSet;
import java.util.function.IntToDoubleFunction;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class RunSizesTest {

  @Test
  void runsGrowUntilTheyTakeAQuarterOfASecond() {
    assertThat(counts(10, 1_000, calls -> calls / 100.0)) // 100,000 calls/s
        .startsWith(10, 80, 640, 5_120, 25_000)
        .endsWith(25_000);
  }

  @Test
  void orderZeroIsNotCountedInTheTime() {
    Queue<Double> millis = new ArrayDeque<>(List.of(60_000.0));
    assertThat(
            counts(
                10, 500, calls -> Objects.requireNonNullElse(millis.poll(), (double) calls * 10)))
        .containsExactly(10, 10, 25, 25);
  }

  /** What a server makes of it that takes so many ms for so many calls. */
  private static List<Integer> counts(int first, int millis, IntToDoubleFunction server) {
    RunSizes sizes = RunSizes.steady(first, Duration.ofMillis(millis));
    List<Integer> counts = new ArrayList<>();
    Run last = null;
    for (int order = 0; ; order++) {
      int requests = sizes.requests(order, last);
      if (requests == 0) {
        return counts;
      }
      counts.add(requests);
      last = run(requests, server.applyAsDouble(requests));
    }
  }

  private static Run run(int requests, double millis) {
    return new Run(
        new Point("tcp", Point.EXAMPLE, 10, requests, RequestMode.TOTAL),
        4,
        0,
        (long) (millis * 1_000),
        new CallCounts(requests, requests, 0, 0, 0),
        null,
        Latency.of(new Histogram(2)),
        Cost.UNKNOWN,
        new Conditions("greet", 16L, null, Conditions.CLOSED, "per-thread", 1L),
        SelfWatch.UNKNOWN,
        new TreeSet<>(),
        Instant.EPOCH,
        Circumstances.UNKNOWN,
        null);
  }
}
