package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.campaign.coldstart.FirstCalls;
import io.rpcstress.client.harness.process.ExitCode;
import io.rpcstress.driver.CallException;
import io.rpcstress.engine.point.PointPlan;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What {@code coldstart} starts: the first calls of a process, told in one line. */
@Command(
    name = "first-calls",
    hidden = true,
    description = "Makes the first calls of this process; coldstart starts it.")
final class FirstCallsCommand extends HarnessCommand {

  @Option(names = "--protocol", required = true, description = "The technology.")
  private String protocol = "";

  @Option(
      names = "--calls",
      required = true,
      converter = Converters.OfCount.class,
      description = "How many calls.")
  private int calls;

  @Mixin private final CallOptions options = new CallOptions();

  @Override
  public Integer call() throws InterruptedException {
    PointPlan plan = ColdStartCommand.plans(options, List.of(protocol)).get(0);
    try {
      stdout.println(FirstCalls.make(plan, calls).line());
      return ExitCode.OK;
    } catch (CallException e) {
      stderr.println(e.kind().label() + ": " + e.getMessage());
      return ExitCode.FAILED;
    }
  }
}
