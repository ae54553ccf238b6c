package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.campaign.sweep.Ledger;
import io.rpcstress.client.harness.campaign.sweep.ResumedSweep;
import io.rpcstress.client.harness.campaign.sweep.ServerWarmup;
import io.rpcstress.client.harness.campaign.sweep.SweepPlan;
import io.rpcstress.client.harness.campaign.sweep.SweepStatus;
import io.rpcstress.client.harness.plan.OptionWords.OptionText;
import io.rpcstress.client.harness.plan.SweepGrid;
import io.rpcstress.client.harness.process.ExitCode;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.TimedLoad;
import io.rpcstress.measure.record.CalibrationRecord;
import io.rpcstress.measure.record.SweepFile;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "plan",
    mixinStandardHelpOptions = true,
    description = "Prints how many points a sweep has and about how long it takes.",
    footer = {
      "",
      "Examples:",
      "  client-harness plan",
      "  client-harness plan --threads 10:100:10 --requests 10,100 --protocols rpcx,tcp"
    })
final class PlanCommand extends HarnessCommand {

  /**
   * Assumed seconds of one program execution where no run is long: two JVM starts, order 0, and
   * reading the counters around ten runs. A guess to plan with, never a result.
   */
  private static final double SECONDS_AN_EXECUTION = 2.5;

  /** Assumed seconds until servers that are replaced answer. */
  private static final double SECONDS_A_RESTART = 5;

  /** Assumed seconds of a single call's round trip where the hosts are near; the loop is closed. */
  private static final double SECONDS_A_CALL = 0.0002;

  @Mixin private final GridOptions options = new GridOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    options.resolve();
    options.point.calls().checkJvms();
    SweepGrid grid = options.grid();
    print(options, grid, options.fresh(grid, null), stdout);
    return ExitCode.OK;
  }

  static void print(
      GridOptions options, SweepGrid grid, FreshOptions.Chosen servers, PrintStream stdout) {
    Duration calibration = options.calibration(grid);
    stdout.println(summary(options, grid, servers));
    stdout.printf(
        "%s: threads %s, %s, %s, order %s%n",
        options.experiment.name(),
        grid.threads(),
        load(options, grid),
        String.join(" ", grid.contenders().stream().map(Object::toString).toList()),
        grid.order().points());
    stdout.printf(
        "servers: %s %s, %s%n",
        FreshOptions.OPTION,
        servers.fresh().label(),
        servers.warmup().isZero()
            ? "called by their points alone"
            : "each called for %s before its points".formatted(OptionText.of(servers.warmup())));
    stdout.printf(
        Locale.ROOT,
        "assumed: %.1f s an execution, %.0f s a restart of servers and %.1f ms a call, on two idle"
            + " hosts near each other; %s calibration.%nA slow link or a failing point takes longer, up to %d s an execution.%n",
        SECONDS_AN_EXECUTION,
        SECONDS_A_RESTART,
        SECONDS_A_CALL * 1e3,
        calibration.isZero() ? "without" : SweepStatus.text(calibration) + " of",
        options.point.timeout.toSeconds());
  }

  static String summary(GridOptions options, SweepGrid grid, FreshOptions.Chosen servers) {
    long executions = grid.executions();
    if (executions < 0) {
      return "an open end: each technology goes on until communication fails";
    }
    TimedLoad timed = grid.timed();
    long rows =
        Math.multiplyExact(
            executions,
            (long) (grid.isOpen() ? 1 : timed == null ? options.point.runs : timed.windows()));
    int contenders = grid.contenders().size();
    return "about %s: %s x %s%s = %s, %s"
        .formatted(
            SweepStatus.text(time(options, grid, servers).plus(options.calibration(grid))),
            counted(executions / contenders / grid.repetitions(), "point", "points"),
            counted(contenders, "technology", "technologies"),
            repetitions(options, grid),
            counted(executions, "program execution", "program executions"),
            counted(rows, "row", "rows"));
  }

  static String counted(long n, String one, String several) {
    return n + " " + (n == 1 ? one : several);
  }

  static String summaryOfRest(
      GridOptions options, FreshOptions.Chosen servers, SweepFile file, Path folder)
      throws IOException {
    SweepPlan plan = ResumedSweep.plan(file);
    SweepGrid grid = plan.grid();
    long all = grid.executions();
    if (all < 0) {
      return summary(options, grid, servers);
    }
    Ledger ledger = new Ledger(folder, Instant.MIN);
    Ledger retrying = new Ledger(folder, Instant.MIN, file.number(SweepMeasureCommand.RETRIES));
    long missing = plan.nextPoint(ledger).tally().left();
    long left = plan.nextPoint(retrying).tally().left();
    boolean calibrated = !file.text(SweepFile.CALIBRATION, CalibrationRecord.AT).isEmpty();
    Duration points = time(options, grid, servers).multipliedBy(left).dividedBy(all);
    return "about %s: %d of %d program executions are left%s"
        .formatted(
            SweepStatus.text(calibrated ? points : points.plus(options.calibration(grid))),
            missing,
            all,
            left == missing
                ? ""
                : ", and %s repeated"
                    .formatted(counted(left - missing, "flagged one is", "flagged ones are")));
  }

  /**
   * About how long the points of a grid without an open end take on two idle hosts near each other.
   */
  static Duration time(GridOptions options, SweepGrid grid, FreshOptions.Chosen servers) {
    TimedLoad timed = grid.timed();
    double loads =
        grid.isOpen()
            ? offeredSeconds(options, grid)
            : timed == null
                ? calls(options, grid) * SECONDS_A_CALL
                : (double) grid.executions() * timed.total().toSeconds();
    double warmups =
        servers.warmup().isZero()
            ? 0
            : SweepPlan.warmups(grid, servers.fresh())
                * (SECONDS_AN_EXECUTION
                    + ServerWarmup.load(servers.warmup()).total().toMillis() / 1e3);
    double restarts = SweepPlan.restarts(grid, servers.fresh()) * SECONDS_A_RESTART;
    return Duration.ofSeconds(
        (long) (grid.executions() * SECONDS_AN_EXECUTION + loads + warmups + restarts));
  }

  private static String load(GridOptions options, SweepGrid grid) {
    if (grid.isOpen()) {
      return String.join(
          " ",
          options.offered.options(options.timed).asMap().entrySet().stream()
              .map(each -> each.getKey() + " " + each.getValue())
              .toList());
    }
    TimedLoad timed = grid.timed();
    return timed == null
        ? "requests %s (%s)".formatted(grid.requests(), grid.mode().label())
        : timed
            + (grid.payloads().isEmpty() ? "" : ", payloads " + String.join(" ", grid.payloads()));
  }

  private static String repetitions(GridOptions options, SweepGrid grid) {
    return options.isAuto()
        ? " x %d repetitions, and up to %d".formatted(grid.repetitions(), SweepPlan.MAX_ROUNDS)
        : grid.repetitions() == 1 ? "" : " x " + grid.repetitions() + " repetitions";
  }

  private static double offeredSeconds(GridOptions options, SweepGrid grid) {
    long loads = grid.loads().stream().mapToLong(l -> (long) l.seconds() + l.warmupSeconds()).sum();
    double before = options.offered.fullSpeed.toMillis() / 1e3 * grid.loads().size();
    return grid.contenders().size() * (double) grid.repetitions() * (loads + before);
  }

  private static double calls(GridOptions options, SweepGrid grid) {
    double calls = 0;
    for (int t = 0; t < grid.threads().size(); t++) {
      for (int r = 0; r < grid.requests().size(); r++) {
        calls += grid.mode().calls(grid.threads().value(t), grid.requests().value(r));
      }
    }
    int clients =
        grid.contenders().stream().mapToInt(each -> each.own().count(Dimension.CLIENTS)).sum();
    return calls * options.point.runs * clients * grid.repetitions();
  }
}
