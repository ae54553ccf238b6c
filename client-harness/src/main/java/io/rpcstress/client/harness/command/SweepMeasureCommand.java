package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.campaign.sweep.Ledger;
import io.rpcstress.client.harness.campaign.sweep.ResumedSweep;
import io.rpcstress.client.harness.campaign.sweep.ServerSupervisor;
import io.rpcstress.client.harness.campaign.sweep.SweepPlan;
import io.rpcstress.client.harness.campaign.sweep.SweepProgress;
import io.rpcstress.client.harness.campaign.sweep.SweepRun;
import io.rpcstress.client.harness.campaign.sweep.SweepStep;
import io.rpcstress.client.harness.console.ResultTables;
import io.rpcstress.client.harness.metrics.MeasurementMetrics;
import io.rpcstress.client.harness.plan.Misuse;
import io.rpcstress.client.harness.plan.SweepGrid;
import io.rpcstress.client.harness.process.ExitCode;
import io.rpcstress.client.harness.process.ServerControl;
import io.rpcstress.engine.point.PointPlan;
import io.rpcstress.measure.AtomicFile;
import io.rpcstress.measure.RawFiles;
import io.rpcstress.measure.record.SweepFile;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Measures what is left of a sweep, point by point, as {@code run} would. */
@Command(
    name = "measure",
    mixinStandardHelpOptions = true,
    description =
        "Measures every point that is left. Starts and warms the servers as sweep.json says. "
            + "Exits with 0 if none is left, 1 if it had to stop.")
final class SweepMeasureCommand extends HarnessCommand {

  /** In sweep.json: how often a flagged point is measured again; rewritten by each session. */
  static final String RETRIES = "retryFlagged";

  @Parameters(paramLabel = "DIR", description = "The sweep's folder.")
  @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
  private Path folder;

  @Option(
      names = "--redo-failed",
      description = "Also measure points that failed before this session.")
  private boolean redoFailed;

  @Option(
      names = "--server-control",
      paramLabel = "FILE",
      description = "Program that starts and stops servers, such as deploy/servers.sh.")
  private @Nullable Path control;

  @Option(
      names = "--supervised",
      description = "Another program restarts a server that died: wait for it.")
  private boolean supervised;

  @Option(
      names = "--server-wait",
      paramLabel = "S",
      description =
          "Seconds that a server may take to answer; then the sweep stops (default: "
              + "${DEFAULT-VALUE}).")
  private int wait = 600;

  @Option(
      names = "--require-quiet",
      description =
          "End with 1 before the first point if other programs keep either host busy for a "
              + "minute (default: report it).")
  private boolean requiresQuiet;

  @Mixin private final MetricsOption metricsOption = new MetricsOption();

  @Override
  public Integer call() throws IOException, InterruptedException {
    SweepFile file = ResumedSweep.file(folder.toString(), folder);
    Path log = Files.createDirectories(folder.resolve("log"));
    SweepPlan plan = ResumedSweep.reached(file, stderr::println);
    Path program = control;
    if (plan.fresh().needsRestarts() && program == null) {
      throw new Misuse(
          "%s %s needs --server-control: the program that restarts the servers"
              .formatted(FreshOptions.OPTION, plan.fresh().label()));
    }
    // here, not in "begin": sweep.sh has locked the folder now
    AtomicFile.removeAbandoned(folder, 1);
    AtomicFile.removeAbandoned(new RawFiles(folder).raw(), Integer.MAX_VALUE);
    Ledger ledger =
        new Ledger(folder, redoFailed ? file.lastBegun() : Instant.MIN, file.number(RETRIES));
    try (PrintStream results = appending(log.resolve("run.txt"));
        PrintStream restarts = appending(log.resolve("restarts.txt"));
        PrintStream warmups = appending(log.resolve("warmups.txt"));
        MetricsOption.Open open = metricsOption.open("sweep", stderr)) {
      ServerControl servers =
          program == null ? null : new ServerControl(program, log.resolve("servers.txt"));
      ServerSupervisor supervisor =
          new ServerSupervisor(
              file,
              plan,
              servers,
              supervised ? wait : 0,
              requiresQuiet,
              new ServerSupervisor.Logs(restarts, warmups, stderr));
      SweepRun run = new SweepRun(file, plan, folder, ledger, supervisor, stderr);
      MeasurementMetrics metrics = open == null ? null : open.metrics();
      SweepProgress progress = new SweepProgress(plan, ledger, metrics);
      return run.all(
          (now, todo) -> {
            SweepGrid grid = now.grid();
            progress.before(grid);
            SweepStep step = new SweepStep(now, todo);
            int status = measure(step, grid, servers, metrics, progress, results);
            progress.after(grid, todo);
            return status;
          });
    }
  }

  private int measure(
      SweepStep step,
      SweepGrid grid,
      @Nullable ServerControl servers,
      @Nullable MeasurementMetrics metrics,
      SweepProgress progress,
      PrintStream results) {
    try {
      List<PointPlan> points = step.points();
      return Measurement.ofSweep(folder, servers, metrics, progress::place)
          .all(
              points,
              points,
              step::task,
              step::words,
              new ResultTables(results, grid.isOpen()),
              results,
              stderr);
    } catch (Misuse e) {
      stderr.println(e.getMessage());
      return ExitCode.MISUSE;
    } catch (InterruptedException e) {
      return ExitCode.INTERRUPTED;
    } catch (IOException e) {
      stderr.println(e);
      return ExitCode.FAILED;
    }
  }

  private static PrintStream appending(Path file) throws IOException {
    OutputStream out =
        Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    return new PrintStream(out, true, StandardCharsets.UTF_8);
  }
}
