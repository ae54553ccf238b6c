package io.rpcstress.client.harness.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rpcstress.client.harness.sweep.SweepGrid.Contender;
import io.rpcstress.measure.CallCounts;
import io.rpcstress.measure.Conditions;
import io.rpcstress.measure.Cost;
import io.rpcstress.measure.Dimensions;
import io.rpcstress.measure.FailedPoint;
import io.rpcstress.measure.FailureCause;
import io.rpcstress.measure.Latency;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RawFiles;
import io.rpcstress.measure.RequestMode;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.SelfWatch;
import io.rpcstress.measure.statistics.Interval;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the technologies of a sweep differ by, from its files, and how many rounds are complete. */
class ComparisonsTest {

  private static final Contender RPCX = new Contender("rpcx", "example");
  private static final Contender GRPC = new Contender("grpc", "tuned");
  private static final int MILLI = 1_000_000;

  @TempDir Path sweep;

  private static SweepGrid grid(int repetitions) {
    return new SweepGrid(
        List.of(RPCX, GRPC),
        Axis.parse("1,2"),
        Axis.parse("5"),
        RequestMode.TOTAL,
        SweepGrid.PAPER,
        repetitions,
        7,
        Dimensions.NONE,
        true);
  }

  /** A process: order 0 is cold, the other runs take what is said. */
  private void measured(Contender who, int threads, int repetition, long millis)
      throws IOException {
    Point point = grid(1).point(who, threads, 5).repeated(repetition);
    List<Run> runs = new ArrayList<>();
    for (long each : List.of(1_000L, millis, millis)) {
      runs.add(
          new Run(
              point,
              1,
              runs.size(),
              each * MILLI,
              CallCounts.allOk(point.calls()),
              null,
              new Latency(null, null, null, null, null),
              new Cost(null, null, null, null, null, null, null, null, null, null, null),
              new Conditions("greet", 16L, Conditions.CLOSED, "per-thread", null),
              SelfWatch.UNKNOWN,
              new TreeSet<>(),
              Instant.parse("2026-01-01T00:00:00Z")));
    }
    new RawFiles(sweep).write(runs, List.of(new Histogram(3), new Histogram(3), new Histogram(3)));
  }

  @Test
  void everyTechnologyIsComparedWithTheFirstAtEachPoint() throws IOException {
    for (int repetition = 0; repetition < 3; repetition++) {
      for (int threads = 1; threads <= 2; threads++) {
        measured(RPCX, threads, repetition, 10);
        measured(GRPC, threads, repetition, 20L * threads + repetition);
      }
    }
    List<Interval> all = Comparisons.intervals(grid(3), sweep);
    assertThat(all).hasSize(2);
    assertThat(all.get(0).value()).isCloseTo(2.1, within(1e-9));
    assertThat(all.get(1).value()).isCloseTo(4.1, within(1e-9));
    assertThat(all).allMatch(each -> each.low() < each.value() && each.high() > each.value());
    assertThat(Comparisons.intervals(grid(1), sweep)).as("one process each").isEmpty();
  }

  @Test
  void whatHasNoResultIsNotWaitedFor() throws IOException {
    for (int repetition = 0; repetition < 2; repetition++) {
      measured(RPCX, 1, repetition, 10 + repetition);
      measured(GRPC, 1, repetition, 20 + repetition);
      measured(RPCX, 2, repetition, 10 + repetition);
    }
    assertThat(Comparisons.intervals(grid(2), sweep)).hasSize(1);
  }

  @Test
  void aRoundIsCompleteOnceNothingOfItIsOpen() throws IOException {
    NextPoint next = new NextPoint(grid(2), new Ledger(sweep, Instant.MIN));
    assertThat(next.complete()).isZero();
    measured(RPCX, 1, 0, 10);
    measured(GRPC, 1, 0, 10);
    measured(RPCX, 2, 0, 10);
    assertThat(next.complete()).isZero();
    Point lost = grid(1).point(GRPC, 2, 5);
    new RawFiles(sweep)
        .writeFailed(
            new FailedPoint(
                lost,
                FailureCause.CALLS_FAILED,
                "lost",
                Map.of(),
                "redo",
                Instant.parse("2026-01-01T00:00:00Z"),
                List.of()));
    assertThat(next.complete()).isEqualTo(1);
  }
}
