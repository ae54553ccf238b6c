package io.rpcstress.client.harness.campaign.calibrate;

import io.rpcstress.client.harness.host.LinkProbe;
import io.rpcstress.client.harness.host.LinkReading;
import io.rpcstress.client.harness.plan.Calls;
import io.rpcstress.engine.load.ClockReading;
import io.rpcstress.engine.point.UsageReader;
import io.rpcstress.measure.TimedLoad;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** Measures a calibration: the link, the clock, the gate, and the floors in random order. */
public final class CalibrationRun {

  /** Beyond its own time, how long a process may take to start, connect, and wait for a link. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** What is left for the floors at least, whatever the link and the gate took of the budget. */
  private static final Duration MIN_TIME = Duration.ofSeconds(1);

  private final Calls calls;
  private final List<CalibrationItem> items;
  private final int rounds;
  private final PrintStream stderr;

  /**
   * Nothing is measured yet.
   *
   * @param calls of every process
   * @param items what is measured
   * @param rounds processes of each, 1 or more; fewer, but one, where the budget ends
   * @param stderr is told what is measured, and what could not be
   */
  public CalibrationRun(Calls calls, List<CalibrationItem> items, int rounds, PrintStream stderr) {
    this.calls = calls;
    this.items = List.copyOf(items);
    this.rounds = rounds;
    this.stderr = stderr;
  }

  /**
   * Measures all of it; what could not be measured is missing.
   *
   * @param gateCalls calls of the runs that show the gate, 1 or more
   * @param usage the endpoint that the link is measured to
   * @param load of each process; null where it makes runs
   * @param budget for all of it, about
   * @throws IOException if no process could be started
   */
  public Calibration measure(
      int gateCalls, UsageReader usage, @Nullable TimedLoad load, Duration budget)
      throws IOException, InterruptedException {
    Instant at = Instant.now();
    long end = System.nanoTime() + budget.toNanos();
    long seed = ThreadLocalRandom.current().nextInt(Integer.MAX_VALUE);
    LinkReading link = new LinkProbe(usage.address(), stderr::println).measure();
    ClockReading clock = ClockReading.of(System::nanoTime);
    List<Gate> gates = new GateRuns(calls, PATIENCE, stderr).measure(items, gateCalls);
    Duration left = Duration.ofNanos(end - System.nanoTime());
    Duration processes = left.compareTo(MIN_TIME) > 0 ? left : MIN_TIME;
    Duration fixed = load == null ? Duration.ZERO : load.total();
    FloorProcess floors = new FloorProcess(calls, load, PATIENCE, stderr);
    CalibrationSchedule schedule =
        new CalibrationSchedule(items, rounds, processes, fixed, seed, System::nanoTime);
    Map<CalibrationItem, List<CalibrationReading>> readings = new LinkedHashMap<>();
    while (schedule.hasNext()) {
      CalibrationItem item = schedule.next();
      stderr.printf(
          "calibrating, %d of %d, about %d s left: %s%n",
          schedule.number(), schedule.all(), schedule.timeLeft().toSeconds(), item);
      floors
          .measure(item, schedule.time())
          .ifPresent(
              reading -> readings.computeIfAbsent(item, each -> new ArrayList<>()).add(reading));
      schedule.done();
    }
    return new Calibration(at, seed, clock, link, readings, gates);
  }
}
