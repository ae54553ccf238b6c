package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.agent.AgentMeeting;
import io.rpcstress.client.harness.campaign.controls.Fault;
import io.rpcstress.client.harness.campaign.controls.InjectedDriver;
import io.rpcstress.client.harness.metrics.LiveTotals;
import io.rpcstress.client.harness.plan.Misuse;
import io.rpcstress.client.harness.plan.PointDocument;
import io.rpcstress.client.harness.plan.PointTask;
import io.rpcstress.client.harness.process.ClientsFile;
import io.rpcstress.client.harness.process.ExitCode;
import io.rpcstress.client.harness.process.ForkedPoint;
import io.rpcstress.client.harness.process.ParentWatch;
import io.rpcstress.client.harness.process.PointEvents;
import io.rpcstress.engine.point.ClientBarrier;
import io.rpcstress.engine.point.PointListener;
import io.rpcstress.engine.point.PointPlan;
import io.rpcstress.engine.point.PointRunner;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What a forked process runs: the one point of a document, told as JSON lines. */
@Command(
    name = ForkedPoint.COMMAND,
    hidden = true,
    description = "Measures the point of a document in this very process; run and others start it.")
final class PointCommand implements Callable<Integer> {

  @Parameters(paramLabel = "FILE", description = "The document.")
  private Path file = Path.of("");

  @Option(names = ForkedPoint.LIVE, description = "Print a line a second.")
  private boolean live;

  private final PrintStream stdout;

  PointCommand(PrintStream stdout) {
    this.stdout = stdout;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    ClientBarrier clients = AgentMeeting.ofThisProcess(stdout);
    if (clients == null && System.getProperty(ForkedPoint.CHILD) != null) {
      ParentWatch.start();
    }
    PointTask task = task();
    PointPlan plan = task.plan();
    String fault = task.fault();
    if (fault != null) {
      plan = InjectedDriver.in(plan, Fault.parse(fault));
    }
    PointListener told = PointEvents.writer(stdout, plan.point(), 0);
    Duration time = task.endsAfter();
    boolean good =
        time == null
            ? Measurement.here(
                plan,
                clients == null ? ClientsFile.ofThisProcess() : clients,
                List.of(told),
                live,
                LiveTotals.file())
            : PointRunner.runFor(time, plan, told);
    return good ? ExitCode.OK : ExitCode.FAILED;
  }

  private PointTask task() throws IOException {
    try {
      return PointDocument.read(Files.readString(file));
    } catch (IllegalArgumentException e) {
      throw new Misuse(file + ": " + e.getMessage());
    } catch (NoSuchFileException e) {
      throw new Misuse(file + " is not there: the document of a point expected");
    }
  }
}
