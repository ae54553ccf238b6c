package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.campaign.sweep.SweepPlan;
import io.rpcstress.client.harness.campaign.sweep.SweepStatus;
import io.rpcstress.client.harness.plan.SweepGrid;
import io.rpcstress.client.harness.process.ExitCode;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.TimedLoad;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
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

  /** Assumed seconds of a single call's round trip where the hosts are near; the loop is closed. */
  private static final double SECONDS_A_CALL = 0.0002;

  @Mixin private final GridOptions options = new GridOptions();

  @Override
  public Integer call() throws IOException, InterruptedException {
    options.resolve();
    options.point.calls().checkJvms();
    print(options, options.grid(), options.wantedFresh(), stdout);
    return ExitCode.OK;
  }

  /** How many points there are and how long they take, then which. */
  static void print(
      GridOptions options, SweepGrid grid, FreshOptions.Chosen servers, PrintStream stdout) {
    long executions = grid.executions();
    if (executions < 0) {
      stdout.println("an open end: each technology goes on until communication fails");
    } else {
      TimedLoad timed = grid.timed();
      long rows =
          Math.multiplyExact(
              executions,
              (long) (grid.isOpen() ? 1 : timed == null ? options.point.runs : timed.windows()));
      stdout.printf(
          "about %s: %d points x %d technologies%s = %d program executions, %d rows%n",
          SweepStatus.text(time(options, grid, servers)),
          executions / grid.contenders().size() / grid.repetitions(),
          grid.contenders().size(),
          repetitions(options, grid),
          executions,
          rows);
    }
    stdout.printf(
        "%s: threads %s, %s, %s, order %s%n",
        options.experiment.name(),
        grid.threads(),
        load(options, grid),
        String.join(" ", grid.contenders().stream().map(Object::toString).toList()),
        grid.order().points());
    stdout.printf(
        Locale.ROOT,
        "assumed: %.1f s an execution and %.1f ms a call, on two idle hosts near each other; without"
            + " calibration.%nA slow link or a failing point takes longer, up to %d s an execution.%n",
        SECONDS_AN_EXECUTION,
        SECONDS_A_CALL * 1e3,
        options.point.timeout.toSeconds());
  }

  /** About how long a grid without an open end takes on two idle hosts near each other. */
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
                * (SECONDS_AN_EXECUTION + servers.warmup().toMillis() / 1e3);
    return Duration.ofSeconds((long) (grid.executions() * SECONDS_AN_EXECUTION + loads + warmups));
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
