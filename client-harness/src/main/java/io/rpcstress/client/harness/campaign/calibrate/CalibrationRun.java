package io.rpcstress.client.harness.campaign.calibrate;

import io.rpcstress.client.harness.campaign.calibrate.MeasuredProcesses.Planned;
import io.rpcstress.client.harness.host.LinkProbe;
import io.rpcstress.client.harness.host.LinkReading;
import io.rpcstress.client.harness.plan.Calls;
import io.rpcstress.engine.load.ClockReading;
import io.rpcstress.engine.point.UsageReader;
import io.rpcstress.measure.TimedLoad;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Measures a calibration: the link, the clock, the gate, and the floors in random order. */
public final class CalibrationRun {

  /** Beyond its own time, how long a process may take to start, connect, and wait for a link. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** What is left for the floors at least, whatever the link and the gate took of the budget. */
  private static final Duration MIN_TIME = Duration.ofSeconds(1);

  private final Calls calls;
  private final List<CalibrationItem> items;
  private final FloorRounds rounds;
  private final PrintStream stderr;

  /** Nothing is measured yet. */
  public CalibrationRun(
      Calls calls, List<CalibrationItem> items, FloorRounds rounds, PrintStream stderr) {
    this.calls = calls;
    this.items = List.copyOf(items);
    this.rounds = rounds;
    this.stderr = stderr;
  }

  /**
   * Measures all of it that is not kept yet; what could not be measured is missing.
   *
   * @param load of each process; null where it makes runs
   * @param budget for all of it, about; what the gate takes of more than three points comes on top
   */
  public Calibration measure(
      MeasuredProcesses kept,
      List<GatePoint> gates,
      UsageReader usage,
      @Nullable TimedLoad load,
      Duration budget)
      throws IOException, InterruptedException {
    long end = System.nanoTime() + budget.toNanos();
    LinkReading link = new LinkProbe(usage.address(), stderr::println).measure();
    ClockReading clock = ClockReading.of(System::nanoTime);
    Duration left = Duration.ofNanos(end - System.nanoTime());
    left = left.minus(timeForGates(kept, gates));
    Duration processes = left.compareTo(MIN_TIME) > 0 ? left : MIN_TIME;
    Duration fixed = load == null ? Duration.ZERO : load.total();
    FloorProcess floors = new FloorProcess(calls, load, PATIENCE, stderr);
    CalibrationSchedule schedule =
        new CalibrationSchedule(
            items, rounds, kept.ended(), processes, fixed, kept.seed(), System::nanoTime);
    while (schedule.hasNext()) {
      Planned process = schedule.next();
      stderr.printf(
          "calibrating, %d of %d, about %d s left: %s%n",
          schedule.number(), schedule.all(), schedule.timeLeft().toSeconds(), process.item());
      kept.add(process, floors.measure(process.item(), schedule.time()));
      schedule.done();
    }
    return new Calibration(
        kept.at(), kept.seed(), kept.rounds(items), clock, link, kept.readings(), kept.gates());
  }

  /** Measures the gate, and says how much of that the floors lack. */
  private Duration timeForGates(MeasuredProcesses kept, List<GatePoint> gates)
      throws IOException, InterruptedException {
    long begun = System.nanoTime();
    int processes = new GateRuns(calls, PATIENCE, stderr).measure(gates, kept);
    return GatePoint.ofTheBudget(Duration.ofNanos(System.nanoTime() - begun), processes);
  }
}
