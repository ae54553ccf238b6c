package io.rpcstress.client.harness.campaign.calibrate;

import io.rpcstress.client.harness.campaign.calibrate.CalibrationItem.Floor;
import io.rpcstress.client.harness.campaign.calibrate.CalibrationSchedule.FloorRounds;
import io.rpcstress.client.harness.campaign.calibrate.MeasuredProcesses.Planned;
import io.rpcstress.client.harness.host.LinkProbe;
import io.rpcstress.client.harness.host.LinkReading;
import io.rpcstress.client.harness.plan.Calls;
import io.rpcstress.client.harness.plan.ClosedRuns;
import io.rpcstress.client.harness.plan.PointPlans;
import io.rpcstress.client.harness.plan.PointTask;
import io.rpcstress.client.harness.process.ForkedPoint;
import io.rpcstress.client.harness.process.Gathered;
import io.rpcstress.engine.load.ClockReading;
import io.rpcstress.engine.point.PointPlan;
import io.rpcstress.engine.point.UsageReader;
import io.rpcstress.measure.Latency;
import io.rpcstress.measure.RequestMode;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.TimedLoad;
import io.rpcstress.measure.record.CalibrationRecord;
import io.rpcstress.measure.record.CalibrationRecord.Ceiling;
import io.rpcstress.measure.record.CalibrationRecord.Gate;
import io.rpcstress.measure.record.CalibrationRecord.Spread;
import io.rpcstress.measure.record.CalibrationRecord.Warmth;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Measures a calibration: the link, the clock, the gate, and the floors in random order. */
public record CalibrationRun(
    Calls calls, List<CalibrationItem> items, FloorRounds rounds, PrintStream stderr) {

  /** Beyond its own time, how long a process may take to start, connect, and wait for a link. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** What is left for the floors at least, whatever the link and the gate took of the budget. */
  private static final Duration MIN_TIME = Duration.ofSeconds(1);

  /** What part of a process' time only warms it up where no warm-up is asked for: a half. */
  private static final int WARMING = 2;

  /** Runs after order 0 that show the gate: as many as a point of the paper has in all. */
  private static final int GATE_RUNS = 10;

  public CalibrationRun {
    items = List.copyOf(items);
  }

  /**
   * Measures all of it that is not kept yet; what could not be measured is missing.
   *
   * @param load of each process; null where that is as long as the budget allows
   * @param budget for all of it, about; what the gate takes of more than three points comes on top
   */
  public CalibrationRecord measure(
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
    CalibrationSchedule schedule =
        new CalibrationSchedule(
            items, rounds, kept.ended(), processes, fixed, kept.seed(), System::nanoTime);
    while (schedule.hasNext()) {
      Planned process = schedule.next();
      stderr.printf(
          "calibrating, %d of %d, about %d s left: %s%n",
          schedule.number(), schedule.all(), schedule.timeLeft().toSeconds(), process.item());
      kept.add(process, floor(process.item(), schedule.time(), load));
      schedule.done();
    }
    return Calibration.of(kept, items, clock, link);
  }

  /**
   * Measures the gate at the points that are not measured yet: at each one process that runs as a
   * sweep's does, with a driver that answers inside the process. What cannot be measured is
   * missing.
   *
   * @return how much of the time for it the floors lack
   */
  private Duration timeForGates(MeasuredProcesses kept, List<GatePoint> gates)
      throws IOException, InterruptedException {
    long begun = System.nanoTime();
    int processes = 0;
    for (GatePoint point : gates) {
      if (kept.has(point)) {
        continue;
      }
      stderr.printf("calibrating the gate: %d threads, %d calls%n", point.threads(), point.calls());
      processes++;
      ClosedRuns runs = new ClosedRuns(GATE_RUNS + 1, RequestMode.TOTAL);
      List<String> none = List.of(Floor.NONE.contender());
      PointPlan plan = PointPlans.closed(calls, runs, none, point.threads(), point.calls()).get(0);
      Gathered gathered =
          ForkedPoint.of(PointTask.of(plan, calls), PATIENCE, stderr::println).gathered();
      if (gathered.failure() == null) {
        List<Run> later = gathered.runs().stream().filter(Run::inAverages).toList();
        if (!later.isEmpty()) {
          Spread millis = Spread.of(later, Run::timeTotalMs);
          kept.add(new Gate(point.threads(), point.calls(), millis, later.size()));
        }
      } else {
        stderr.printf("the gate, %d threads: %s%n", point.threads(), gathered.why());
      }
    }
    return GatePoint.ofTheBudget(Duration.ofNanos(System.nanoTime() - begun), processes);
  }

  /**
   * Measures one process of a floor, or of the null driver; empty where it could not be measured,
   * which is printed.
   *
   * @param asked its timed loop; null for one of that time, once it has had time to connect
   */
  private Optional<CalibrationReading> floor(
      CalibrationItem item, Duration time, @Nullable TimedLoad asked)
      throws IOException, InterruptedException {
    Duration warmup = time.dividedBy(WARMING);
    TimedLoad load = asked == null ? new TimedLoad(warmup, time.minus(warmup), 1, null) : asked;
    TimedLoad made =
        asked == null
            ? new TimedLoad(CalibrationSchedule.CONNECTING.plus(warmup), load.window(), 1, null)
            : asked;
    Gathered gathered =
        ForkedPoint.of(task(item, made), made.total().plus(PATIENCE), stderr::println).gathered();
    List<Run> windows = gathered.hasResult() ? gathered.runs() : List.of();
    Optional<CalibrationReading> reading =
        CalibrationReading.of(windows, gathered.latencies(), load);
    if (reading.isEmpty()) {
      String why = windows.isEmpty() ? gathered.why() : "no call was answered while it measured";
      stderr.printf("%s: %s%n", item, why);
    }
    return reading;
  }

  /** The timed loop as a point of a timed sweep has it. */
  private PointTask task(CalibrationItem item, TimedLoad load) {
    Calls made = calls.over(item.floor().connections()).inWindowsOf(load.window());
    List<String> named = List.of(item.floor().contender());
    return PointTask.of(
        PointPlans.timed(made, ClosedRuns.ONE, named, item.threads(), load).get(0), made);
  }

  /** Sums up what the processes of a calibration gave. Stateless. */
  static final class Calibration {

    private static final double NANOS_PER_MICRO = 1e3;

    /** Significant digits of latencies, as the runs have. */
    private static final int DIGITS = 3;

    private Calibration() {}

    static CalibrationRecord of(
        MeasuredProcesses kept,
        Collection<CalibrationItem> items,
        ClockReading clock,
        LinkReading link) {
      Map<CalibrationItem, List<CalibrationReading>> readings = kept.readings();
      List<CalibrationReading> own = readings.getOrDefault(CalibrationItem.NULL, List.of());
      SortedSet<String> flags =
          readings.values().stream()
              .flatMap(List::stream)
              .flatMap(each -> each.flags().stream())
              .collect(Collectors.toCollection(TreeSet::new));
      List<CalibrationRecord.Floor> floors =
          readings.keySet().stream()
              .filter(item -> item.floor() != Floor.NONE)
              .sorted(
                  Comparator.comparing(CalibrationItem::floor)
                      .thenComparing(CalibrationItem::threads))
              .map(item -> floor(item, readings.getOrDefault(item, List.of())))
              .toList();
      return new CalibrationRecord(
          kept.at(),
          kept.seed(),
          kept.rounds(items),
          List.copyOf(flags),
          Spread.of(own, Calibration::clientCpuNs),
          Spread.of(own, CalibrationReading::clientBytes),
          own.size(),
          warmth(own),
          clock.granularityNanos(),
          clock.costNanos(),
          floors,
          ceilings(floors),
          kept.gates(),
          link.asMap());
    }

    private static @Nullable Double clientCpuNs(CalibrationReading reading) {
      Double micros = reading.clientCpuUs();
      return micros == null ? null : (Double) (micros * NANOS_PER_MICRO);
    }

    private static CalibrationRecord.Floor floor(
        CalibrationItem item, List<CalibrationReading> processes) {
      Histogram latencies = new Histogram(DIGITS);
      processes.forEach(each -> latencies.add(each.latencies()));
      Latency latency = Latency.of(latencies);
      return new CalibrationRecord.Floor(
          item.floor().label(),
          item.threads(),
          Spread.of(processes, CalibrationReading::callsPerSecond),
          latency.p50Us(),
          latency.p99Us(),
          median(processes, CalibrationReading::clientCpuUs),
          median(processes, CalibrationReading::serverCpuUs),
          processes.size(),
          warmth(processes),
          processes.stream().map(CalibrationReading::callsPerSecond).toList());
    }

    /** The higher floor of each thread count: no technology on sockets will pass it by much. */
    private static List<Ceiling> ceilings(List<CalibrationRecord.Floor> floors) {
      Map<Integer, Ceiling> highest = new TreeMap<>();
      for (CalibrationRecord.Floor each : floors) {
        Double rate = each.callsPerSecond().median();
        Ceiling before = highest.get(each.threads());
        if (rate != null && (before == null || rate > before.callsPerSecond())) {
          highest.put(each.threads(), new Ceiling(each.threads(), each.kind(), rate));
        }
      }
      return List.copyOf(highest.values());
    }

    private static @Nullable Warmth warmth(List<CalibrationReading> processes) {
      return processes.isEmpty()
          ? null
          : new Warmth(
              Warmth.TIMED,
              median(processes, CalibrationReading::warmSeconds),
              median(processes, CalibrationReading::measuredSeconds),
              processes.stream().allMatch(CalibrationReading::judged));
    }

    private static @Nullable Double median(
        List<CalibrationReading> processes, Function<CalibrationReading, @Nullable Double> value) {
      return Spread.of(processes, value).median();
    }
  }
}
