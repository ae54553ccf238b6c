package io.rpcstress.client.harness.campaign.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.rpcstress.client.harness.SampleRun;
import io.rpcstress.client.harness.campaign.repeat.ProcessSample;
import io.rpcstress.client.harness.campaign.repeat.Repeated;
import io.rpcstress.client.harness.plan.Axis;
import io.rpcstress.client.harness.plan.Experiment.StopRule;
import io.rpcstress.client.harness.plan.SweepGrid;
import io.rpcstress.client.harness.plan.SweepGrid.Contender;
import io.rpcstress.client.harness.plan.SweepGrid.SweepOrder;
import io.rpcstress.measure.CallCounts;
import io.rpcstress.measure.Cost;
import io.rpcstress.measure.Dimensions;
import io.rpcstress.measure.FailedPoint;
import io.rpcstress.measure.FailureCause;
import io.rpcstress.measure.Latency;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RawFiles;
import io.rpcstress.measure.RequestMode;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.RunCsv;
import io.rpcstress.measure.TimedLoad;
import io.rpcstress.measure.statistics.Interval;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the technologies of a sweep differ by, from its files, and which cells have failed. */
class ComparisonsTest {

  private static final Contender RPCX = new Contender("rpcx", "example");
  private static final Contender GRPC = new Contender("grpc", "tuned");
  private static final long MICROS_PER_MILLI = 1_000;

  @TempDir Path sweep;

  private static SweepGrid grid(int repetitions) {
    return new SweepGrid(
        List.of(RPCX, GRPC),
        Axis.parse("1,2"),
        Axis.parse("5"),
        RequestMode.TOTAL,
        new SweepOrder(SweepOrder.PAPER, repetitions, 7, true),
        Dimensions.NONE,
        List.of(),
        List.of());
  }

  /** A process: order 0 is cold, the other runs take what is said. */
  private void measured(Contender who, int threads, int repetition, long millis, String... flags)
      throws IOException {
    Point point = grid(1).point(who, threads, 5).repeated(repetition);
    write(point, List.of(1_000L, millis, millis), point.calls(), flags);
  }

  private void write(Point point, List<Long> millis, long calls, String... flags)
      throws IOException {
    List<Run> runs = new ArrayList<>();
    List<Histogram> histograms = new ArrayList<>();
    for (long each : millis) {
      histograms.add(new Histogram(3));
      runs.add(
          SampleRun.of(
              point,
              runs.size(),
              each * MICROS_PER_MILLI,
              CallCounts.allOk(calls),
              Latency.UNKNOWN,
              Cost.UNKNOWN,
              List.of(flags)));
    }
    new RawFiles(sweep).write(runs, histograms);
  }

  @Test
  void everyTechnologyIsComparedWithTheFirstAtEachPoint() throws IOException {
    for (int repetition = 0; repetition < 3; repetition++) {
      for (int threads = 1; threads <= 2; threads++) {
        measured(RPCX, threads, repetition, 10);
        measured(GRPC, threads, repetition, 20L * threads + repetition);
      }
    }
    List<Interval> all = intervals(grid(3));
    assertThat(all).hasSize(2);
    assertThat(all.get(0).value()).isCloseTo(2.1, within(1e-9));
    assertThat(all.get(1).value()).isCloseTo(4.1, within(1e-9));
    assertThat(all).allMatch(each -> each.low() < each.value() && each.high() > each.value());
    assertThat(intervals(grid(1))).as("one process each").isEmpty();
  }

  @Test
  void aFlaggedProcessDoesNotCountAndNeitherDoesACellThatFailed() throws IOException {
    for (int repetition = 0; repetition < 3; repetition++) {
      measured(RPCX, 1, repetition, 10 + repetition);
      measured(GRPC, 1, repetition, 20 + repetition, repetition == 2 ? "jitter" : "client-cpu");
      measured(RPCX, 2, repetition, 10 + repetition);
    }
    measured(GRPC, 2, 0, 30);
    measured(GRPC, 2, 1, 30);
    for (int repetition = 2; repetition < 5; repetition++) {
      failed(grid(1).point(GRPC, 2, 5).repeated(repetition));
    }
    List<Interval> all = intervals(grid(5));
    assertThat(all).hasSize(1);
    assertThat(all.get(0).value()).isCloseTo(20.5 / 11, within(1e-9));
  }

  @Test
  void aTimedLoopIsComparedByWhatACallTakes() throws IOException {
    Point point = timed();
    for (int repetition = 0; repetition < 2; repetition++) {
      write(point.repeated(repetition), List.of(1_000L, 1_000L), 2_000 + repetition);
    }
    Repeated cell = new Repeated(point);
    for (int repetition = 0; repetition < 2; repetition++) {
      Path csv = new RawFiles(sweep).csv(point.repeated(repetition));
      cell.add(new ProcessSample(RunCsv.read(csv).runs(), RawFiles.histograms(csv)));
    }
    assertThat(cell.timesMs()[0]).isCloseTo(0.5, within(1e-9));
    assertThat(cell.timesMs()[1]).isCloseTo(1_000 / 2_001.0, within(1e-9));
  }

  private List<Interval> intervals(SweepGrid grid) throws IOException {
    NextPoint next =
        new NextPoint(grid, new Ledger(sweep, Instant.MIN), true, 5, StopRule.UNLESS_SAID);
    return Comparisons.intervals(grid, sweep, next);
  }

  private void failed(Point point) throws IOException {
    new RawFiles(sweep)
        .writeFailed(
            new FailedPoint(
                point,
                FailureCause.CALLS_FAILED,
                "lost",
                Map.of(),
                "redo",
                Instant.parse("2026-01-01T00:00:00Z"),
                List.of()));
  }

  private static Point timed() {
    return new Point(
        "rpcx",
        Point.EXAMPLE,
        2,
        0,
        RequestMode.TOTAL,
        0,
        null,
        Point.dimensionsOf(new TimedLoad(Duration.ofSeconds(1), Duration.ofSeconds(1), 2, null)));
  }
}
