package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.plan.ClosedRuns;
import io.rpcstress.client.harness.plan.Misuse;
import io.rpcstress.client.harness.plan.PointPlans;
import io.rpcstress.client.harness.process.ExitCode;
import io.rpcstress.client.harness.process.ForkedPoint;
import io.rpcstress.client.harness.process.ParentWatch;
import io.rpcstress.client.harness.process.PointEvents;
import io.rpcstress.engine.point.PointPlan;
import io.rpcstress.engine.point.PointRunner;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What {@code calibrate} starts: one technology for a time, told as JSON lines. */
@Command(
    name = "steady",
    hidden = true,
    description = "Measures one technology in this very process for a time; calibrate starts it.")
final class SteadyCommand implements Callable<Integer> {

  @Option(names = "--protocol", required = true, description = "The technology.")
  private String protocol = "";

  @Option(
      names = "--threads",
      required = true,
      converter = Converters.OfCount.class,
      description = "Calling threads.")
  private int threads;

  @Option(
      names = "--requests",
      required = true,
      converter = Converters.OfCount.class,
      description = "Calls of order 0.")
  private int requests;

  @Option(names = "--for", required = true, description = "How long the runs after it take.")
  private Duration time = Duration.ofSeconds(1);

  @Mixin private final PointOptions options = new PointOptions();

  private final PrintStream stdout;

  SteadyCommand(PrintStream stdout) {
    this.stdout = stdout;
  }

  @Override
  public Integer call() throws InterruptedException {
    if (options.runs().setup().clients() > 1) {
      throw new Misuse(ClosedRuns.CLIENTS + ": this command is one process; leave it out");
    }
    PointPlan plan =
        PointPlans.closed(options.calls(), options.runs(), List.of(protocol), threads, requests)
            .get(0);
    if (System.getProperty(ForkedPoint.CHILD) != null) {
      ParentWatch.start();
    }
    return PointRunner.runFor(time, plan, PointEvents.writer(stdout, plan.point(), 0))
        ? ExitCode.OK
        : ExitCode.FAILED;
  }
}
