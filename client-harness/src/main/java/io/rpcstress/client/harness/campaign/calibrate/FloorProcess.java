package io.rpcstress.client.harness.campaign.calibrate;

import io.rpcstress.client.harness.campaign.calibrate.CalibrationItem.Floor;
import io.rpcstress.client.harness.plan.Calls;
import io.rpcstress.client.harness.plan.ClosedRuns;
import io.rpcstress.client.harness.plan.PointPlans;
import io.rpcstress.client.harness.plan.PointTask;
import io.rpcstress.client.harness.process.ForkedPoint;
import io.rpcstress.client.harness.process.Gathered;
import io.rpcstress.measure.TimedLoad;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One process of a calibration: a floor, or the null driver, in a JVM of its own. */
final class FloorProcess {

  /** Calls of order 0 without a socket: less than a tenth of a second of them. */
  private static final int FIRST_NULL_CALLS = 100_000;

  /** Share of a process' time that only warms it up where no warm-up is asked for, 0 to 1. */
  private static final double WARMING = 0.5;

  private final Calls calls;
  private final @Nullable TimedLoad timed;
  private final Duration patience;
  private final PrintStream stderr;

  /**
   * Nothing is started yet.
   *
   * @param timed the loop of each process; null where it makes runs for a time
   */
  FloorProcess(Calls calls, @Nullable TimedLoad timed, Duration patience, PrintStream stderr) {
    this.calls = calls;
    this.timed = timed;
    this.patience = patience;
    this.stderr = stderr;
  }

  /**
   * Measures one process.
   *
   * @param loop how long it makes calls after order 0, or all its timed loop
   * @return empty where it could not be measured, which is said
   */
  Optional<CalibrationReading> measure(CalibrationItem item, Duration loop)
      throws IOException, InterruptedException {
    TimedLoad load = timed;
    Gathered gathered = new Gathered();
    boolean measured =
        ForkedPoint.of(
                load == null ? task(item, loop) : task(item, load),
                loop.plus(patience),
                stderr::println)
            .run(gathered);
    Optional<CalibrationReading> reading = Optional.empty();
    if (measured) {
      reading =
          load == null
              ? CalibrationReading.of(
                  gathered.runs(), gathered.latencies(), WARMING * loop.toMillis())
              : CalibrationReading.timed(gathered.runs(), gathered.latencies(), load);
    }
    if (reading.isEmpty()) {
      stderr.printf("%s: %s%n", item, gathered.why());
    }
    return reading;
  }

  private PointTask task(CalibrationItem item, Duration loop) {
    int requests = item.floor() == Floor.NONE ? FIRST_NULL_CALLS : item.threads();
    Calls made = calls.over(item.floor().connections());
    return PointTask.of(
            PointPlans.closed(made, ClosedRuns.ONE, named(item), item.threads(), requests).get(0),
            made)
        .endingAfter(loop);
  }

  /** The timed loop as a point of a timed sweep has it. */
  private PointTask task(CalibrationItem item, TimedLoad load) {
    Calls made =
        calls
            .over(item.floor().connections())
            .withTimeout(load.total().plus(patience))
            .inWindowsOf(load.window());
    return PointTask.of(
        PointPlans.timed(made, ClosedRuns.ONE, named(item), item.threads(), load).get(0), made);
  }

  private static List<String> named(CalibrationItem item) {
    return List.of(item.floor().contender());
  }
}
