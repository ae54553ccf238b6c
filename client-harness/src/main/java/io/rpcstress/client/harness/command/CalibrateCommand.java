package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.campaign.calibrate.CalibrationItem;
import io.rpcstress.client.harness.campaign.calibrate.CalibrationRun;
import io.rpcstress.client.harness.campaign.calibrate.CalibrationSchedule;
import io.rpcstress.client.harness.campaign.calibrate.CalibrationSchedule.FloorRounds;
import io.rpcstress.client.harness.campaign.calibrate.GatePoint;
import io.rpcstress.client.harness.campaign.calibrate.MeasuredProcesses;
import io.rpcstress.client.harness.campaign.sweep.ResumedSweep;
import io.rpcstress.client.harness.campaign.sweep.SweepPlan;
import io.rpcstress.client.harness.console.CalibrationTable;
import io.rpcstress.client.harness.plan.Axis;
import io.rpcstress.client.harness.plan.Calls;
import io.rpcstress.client.harness.plan.Misuse;
import io.rpcstress.client.harness.plan.OptionWords.OptionText;
import io.rpcstress.client.harness.plan.PointPlans;
import io.rpcstress.client.harness.plan.SweepGrid;
import io.rpcstress.client.harness.process.ExitCode;
import io.rpcstress.engine.point.PointPlan;
import io.rpcstress.engine.point.UsageReader;
import io.rpcstress.measure.TimedLoad;
import io.rpcstress.measure.record.CalibrationRecord;
import io.rpcstress.measure.record.SweepFile;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;

@Command(
    name = "calibrate",
    header = "Measures the harness's own cost, and what raw TCP reaches.",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Measures what the harness itself costs per call and per run, the clock, the link, and "
            + "three floors of raw TCP: one connection for each thread, one that all threads "
            + "share, and one whose calls share segments. Each is measured in JVMs of its own. "
            + "The floors run in the timed loop of the sweep in --out, or as --warmup and "
            + "--duration say. For a counted sweep, the gate that threads wait at is measured at "
            + "the ends of the grid, and at points between them if the grid is large. Needs the "
            + "tcp server on host B. Measure nothing else meanwhile.",
    footer = {
      "",
      "Exit codes: 0 all measured, 1 something could not be measured, 2 misuse.",
      "",
      "Examples:",
      "  client-harness calibrate --host 10.0.0.2",
      "  client-harness calibrate --host 10.0.0.2 --threads 10,100 --rounds 5 --budget 120s --json",
      "  client-harness calibrate --host 10.0.0.2 --warmup 10s --duration 10s --rounds 5",
      "  client-harness calibrate --out results/mine   # hosts, ports and threads of that sweep"
    })
final class CalibrateCommand extends HarnessCommand {

  private static final String DEFAULT_HOST = "127.0.0.1";
  private static final List<Integer> DEFAULT_THREADS = List.of(10, 100, 990);

  /** Calls of a run that shows the gate, where no sweep says how many: the most of the paper's. */
  private static final int GATE_CALLS = 10_000;

  @Option(
      names = "--host",
      paramLabel = "HOST",
      converter = Converters.OfHost.class,
      description =
          "Host B, where the tcp server is (default: the sweep's, or " + DEFAULT_HOST + ").")
  private @Nullable String host;

  @Option(
      names = "--port",
      paramLabel = "TECHNOLOGY=PORT",
      split = ",",
      description = "Port of the tcp server, if not the default one: tcp=9004.")
  private Map<String, Integer> ports = new LinkedHashMap<>();

  @Option(
      names = "--usage-port",
      paramLabel = "TECHNOLOGY=PORT",
      split = ",",
      description = "Port of the server's usage counters (default: the service's + 1000).")
  private Map<String, Integer> usagePorts = new LinkedHashMap<>();

  @Option(
      names = "--threads",
      paramLabel = "N,N",
      split = ",",
      converter = Converters.OfCount.class,
      description =
          "Thread counts of the floors (default: first, middle and last of the sweep's, or "
              + "10,100,990).")
  private List<Integer> threads = new ArrayList<>();

  @Option(
      names = "--rounds",
      paramLabel = "K",
      converter = Converters.OfCount.class,
      description =
          "Processes of each item (default: 3; for a timed sweep at least its --repeat). --budget "
              + "may allow fewer, but at least one, and for a timed sweep its --repeat.")
  private @Nullable Integer rounds;

  @Mixin private final CalibrationTime time = new CalibrationTime();

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "A sweep's folder. The result goes into its sweep.json.")
  private @Nullable Path out;

  @Option(
      names = "--once",
      description =
          "With --out: measure only what the calibration in DIR lacks. That is all of it, what an "
              + "interruption left, or in a timed sweep the further processes of a larger --repeat.")
  private boolean once;

  @Option(names = "--json", description = "Print JSON instead of a table, as sweep.json has it.")
  private boolean json;

  @Override
  public Integer call() throws IOException, InterruptedException {
    TimedLoad asked = time.load();
    SweepFile sweep = sweep();
    SweepPlan plan = sweep == null ? null : ResumedSweep.plan(sweep);
    SweepGrid grid = plan == null ? null : plan.grid();
    FloorRounds each = rounds(grid);
    if (sweep != null && once && isWhole(sweep, each)) {
      stderr.println(
          "calibrated already, at " + sweep.text(SweepFile.CALIBRATION, CalibrationRecord.AT));
      return ExitCode.OK;
    }
    CallOptions options = options(plan);
    SortedSet<Integer> counts = counts(grid);
    List<CalibrationItem> items = CalibrationItem.all(counts);
    CalibrationItem last = items.get(items.size() - 1);
    UsageReader usage =
        new UsageReader(
            options.reaching(() -> List.of(plan(options, last)), stderr).get(0).usage());
    try {
      var unused = usage.usage();
    } catch (IOException e) {
      stderr.printf(
          "no calibration: no tcp server's counters at %s (%s): start server-tcp on %s%n",
          usage.address(), e.getMessage(), options.host);
      return ExitCode.FAILED;
    }
    TimedLoad load = asked == null && grid != null ? grid.timed() : asked;
    MeasuredProcesses kept = kept();
    CalibrationRecord found =
        new CalibrationRun(options.calls(), items, each, stderr)
            .measure(kept, gates(grid, counts), usage, load, time.budget(load, each, once));
    if (sweep != null) {
      sweep.put(SweepFile.CALIBRATION, found.asMap()).save();
    }
    if (json) {
      stdout.println(JsonMapper.shared().writeValueAsString(found.asMap()));
    } else {
      CalibrationTable.print(found, stdout);
    }
    return kept.readings().keySet().containsAll(items) ? ExitCode.OK : ExitCode.FAILED;
  }

  /** About how long it takes for a sweep that has none yet. */
  static Duration expected(SweepGrid grid) {
    CalibrateCommand command = new CalibrateCommand();
    FloorRounds rounds = command.rounds(grid);
    SortedSet<Integer> counts = command.counts(grid);
    TimedLoad load = grid.timed();
    int points = command.gates(grid, counts).size();
    Duration gates = GatePoint.expected(points);
    return CalibrationSchedule.expected(
            CalibrationItem.all(counts),
            rounds,
            command.time.budget(load, rounds, true).minus(GatePoint.ofTheBudget(gates, points)),
            load == null ? Duration.ZERO : load.total())
        .plus(gates);
  }

  /** Only timed loops are compared with floors process by process. */
  private FloorRounds rounds(@Nullable SweepGrid grid) {
    return FloorRounds.of(rounds, grid != null && grid.isTimed() ? grid.repetitions() : 1);
  }

  private @Nullable SweepFile sweep() throws IOException {
    if (once && out == null) {
      throw new Misuse("--once needs --out DIR: add it");
    }
    return out == null ? null : ResumedSweep.file("--out " + out, out);
  }

  /** The sweep's way to its servers, and what the command line says otherwise. */
  private CallOptions options(@Nullable SweepPlan sweep) {
    CallOptions options = new CallOptions();
    if (sweep != null) {
      Calls stored = sweep.calls();
      options.host = stored.host();
      options.ports.putAll(stored.ports());
      options.usagePorts.putAll(stored.usagePorts());
      options.addresses = host == null ? stored.addresses() : null;
      options.jvmOptions = stored.jvmOptions();
    }
    if (host != null) {
      options.host = host;
    }
    options.ports.putAll(ports);
    options.usagePorts.putAll(usagePorts);
    return options;
  }

  private static boolean isWhole(SweepFile sweep, FloorRounds each) {
    int rounds = sweep.section(SweepFile.CALIBRATION).path(CalibrationRecord.ROUNDS).asInt(0);
    return !sweep.text(SweepFile.CALIBRATION, CalibrationRecord.AT).isEmpty()
        && rounds >= each.least();
  }

  /** Beside the sweep's file, of which nothing that was measured by hand before counts. */
  private MeasuredProcesses kept() throws IOException {
    return out == null
        ? MeasuredProcesses.inMemory()
        : MeasuredProcesses.of(out.resolve(MeasuredProcesses.NAME), once);
  }

  /** By default first, middle and last of the sweep's; of an open end the first. */
  private SortedSet<Integer> counts(@Nullable SweepGrid grid) {
    if (!threads.isEmpty() || grid == null) {
      return new TreeSet<>(threads.isEmpty() ? DEFAULT_THREADS : threads);
    }
    Axis axis = grid.threads();
    int last = axis.isOpenEnded() ? 0 : axis.size() - 1;
    return new TreeSet<>(List.of(axis.value(0), axis.value(last / 2), axis.value(last)));
  }

  private static PointPlan plan(CallOptions options, CalibrationItem item) {
    List<String> floor = List.of(item.floor().contender());
    return PointPlans.ofOneRun(options.calls(), floor, item.threads()).get(0);
  }

  private List<GatePoint> gates(@Nullable SweepGrid grid, SortedSet<Integer> counts) {
    if (grid == null || grid.isTimed() || grid.isOpen()) {
      return GatePoint.of(counts, GATE_CALLS);
    }
    return threads.isEmpty() ? GatePoint.of(grid) : GatePoint.of(grid, counts);
  }

  /** How long a calibration takes, and each of its processes. */
  static final class CalibrationTime {

    private static final Duration DEFAULT_BUDGET = Duration.ofSeconds(55);

    /** Of a sweep's own: what comes after it is what was asked for. */
    private static final Duration SWEEP_BUDGET = Duration.ofSeconds(45);

    /** Where the rounds end it. */
    private static final Duration NO_BUDGET = Duration.ofDays(365);

    /** The most that a process may be asked to warm up, and to measure. */
    private static final Duration MAX_TIME = Duration.ofHours(1);

    @Option(
        names = "--budget",
        paramLabel = "TIME",
        description =
            "About how long 3 processes of each item may take in all; more take longer in "
                + "proportion (default: 45s with --once; without it 55s, or no limit for a timed "
                + "loop).")
    private @Nullable Duration budget;

    @Option(
        names = "--warmup",
        paramLabel = "TIME",
        description =
            "Warm-up of each process, in a timed loop. Needs --duration (default: the sweep's if "
                + "it is timed, else half of each process's share of --budget).")
    private @Nullable Duration warmup;

    @Option(
        names = "--duration",
        paramLabel = "TIME",
        description = "How long each process then measures. Needs --warmup.")
    private @Nullable Duration duration;

    @Option(
        names = "--windows",
        paramLabel = "N",
        converter = Converters.OfCount.class,
        description =
            "Number of windows of that length, one after the other. Needs --duration (default: 1).")
    private @Nullable Integer windows;

    /** The timed loop of each process, where the command line asks for one; null otherwise. */
    @Nullable TimedLoad load() {
      Duration before = warmup;
      Duration then = duration;
      if (before == null && then == null && windows == null) {
        return null;
      }
      if (before == null || then == null) {
        throw new Misuse(
            "%s is missing: give --warmup and --duration together (--windows needs both)"
                .formatted(before == null ? "--warmup" : "--duration"));
      }
      check("--warmup", before);
      check("--duration", then);
      return Misuse.named(
          "--warmup, --duration, --windows: ",
          () -> new TimedLoad(before, then, windows == null ? 1 : windows, null));
    }

    Duration budget(@Nullable TimedLoad load, FloorRounds rounds, boolean ofSweep) {
      Duration given = budget == null && ofSweep ? SWEEP_BUDGET : budget;
      if (given == null && load != null) {
        return NO_BUDGET;
      }
      Duration usual = given == null ? DEFAULT_BUDGET : given;
      return rounds.least() <= FloorRounds.DEFAULT
          ? usual
          : usual.multipliedBy(rounds.least()).dividedBy(FloorRounds.DEFAULT);
    }

    private static void check(String option, Duration time) {
      if (time.compareTo(MAX_TIME) > 0) {
        throw new Misuse(
            "%s %s: more than 0 and at most 1h expected".formatted(option, OptionText.of(time)));
      }
    }
  }
}
