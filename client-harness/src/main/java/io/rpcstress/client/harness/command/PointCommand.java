package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.agent.AgentMeeting;
import io.rpcstress.client.harness.campaign.controls.InjectedDriver;
import io.rpcstress.client.harness.plan.Documents;
import io.rpcstress.client.harness.plan.Misuse;
import io.rpcstress.client.harness.plan.PointTask;
import io.rpcstress.client.harness.plan.PointTask.Fault;
import io.rpcstress.client.harness.process.ExitCode;
import io.rpcstress.client.harness.process.ForkedChild;
import io.rpcstress.client.harness.process.ForkedPoint;
import io.rpcstress.client.harness.process.PointEvents;
import io.rpcstress.client.harness.process.SeveralClients.ClientsFile;
import io.rpcstress.client.harness.process.WarmClient.WarmClientTasks;
import io.rpcstress.contract.OwnCall;
import io.rpcstress.contract.PrintableText;
import io.rpcstress.engine.point.ClientBarrier;
import io.rpcstress.engine.point.PointListener;
import io.rpcstress.engine.point.PointPlan;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * What a forked process runs: the one point of a document, as JSON lines; or one point after the
 * other, as their documents are named by its parent.
 */
@Command(
    name = ForkedPoint.COMMAND,
    hidden = true,
    description = "Measures the point of a document in this process; run and others start it.")
final class PointCommand extends HarnessCommand {

  /** A document has some thousand bytes, and what a user's own service is asked. */
  private static final int MAX_BYTES = 4 * OwnCall.MAX_BYTES;

  private static final int MAX_LINE = 400;

  @Parameters(paramLabel = "FILE", arity = "0..1", description = "The document, in JSON.")
  private @Nullable Path document;

  @Option(
      names = ForkedPoint.FURTHER,
      description = "Instead of FILE: measure the points that standard input names.")
  private boolean further;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Path named = document;
    if (further == (named != null)) {
      throw new Misuse("either the document of a point or " + ForkedPoint.FURTHER + " expected");
    }
    if (named == null) {
      return oneAfterTheOther(WarmClientTasks.ofParent());
    }
    return measured(named);
  }

  private int oneAfterTheOther(WarmClientTasks tasks) throws IOException, InterruptedException {
    while (true) {
      Path file = tasks.next();
      boolean good;
      try (PrintStream lines =
          new PrintStream(Files.newOutputStream(tasks.next()), false, StandardCharsets.UTF_8)) {
        PointPlan plan = plan(task(file), file);
        PointListener events = PointEvents.writer(lines, plan.point(), 0);
        good = Measurement.here(plan, List.of(events));
      }
      tasks.answer(stdout, good);
    }
  }

  private int measured(Path file) throws IOException, InterruptedException {
    ClientBarrier clients = AgentMeeting.ofThisProcess(stdout);
    if (clients == null && System.getProperty(ForkedPoint.CHILD) != null) {
      ForkedChild.endWithParent();
    }
    PointTask task = task(file);
    PointPlan plan = plan(task, file);
    PointListener events = PointEvents.writer(stdout, plan.point(), 0);
    boolean good =
        Measurement.here(
            plan, clients == null ? ClientsFile.ofThisProcess() : clients, List.of(events));
    return good ? ExitCode.OK : ExitCode.FAILED;
  }

  private static PointTask task(Path file) {
    try {
      if (Files.size(file) > MAX_BYTES) {
        throw new IllegalArgumentException(
            "more than %d bytes: the document of a point expected".formatted(MAX_BYTES));
      }
      return Documents.task(Files.readString(file));
    } catch (IllegalArgumentException e) {
      throw refused(file, e);
    } catch (IOException e) {
      throw new Misuse(
          "%s cannot be read (%s): the document of a point expected".formatted(file, e));
    }
  }

  private static PointPlan plan(PointTask task, Path file) {
    try {
      Fault fault = task.fault();
      return fault == null ? task.plan() : InjectedDriver.in(task.plan(), fault);
    } catch (IllegalArgumentException e) {
      throw refused(file, e);
    }
  }

  /** One line, however long the values are that it names. */
  private static Misuse refused(Path file, IllegalArgumentException e) {
    return new Misuse(file + ": " + PrintableText.of(String.valueOf(e.getMessage()), MAX_LINE));
  }
}
