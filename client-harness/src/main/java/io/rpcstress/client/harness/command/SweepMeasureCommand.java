package io.rpcstress.client.harness.command;

import io.rpcstress.client.harness.metrics.MeasurementMetrics;
import io.rpcstress.client.harness.sweep.Freshness;
import io.rpcstress.client.harness.sweep.Ledger;
import io.rpcstress.client.harness.sweep.NextPoint;
import io.rpcstress.client.harness.sweep.NextPoint.Todo;
import io.rpcstress.client.harness.sweep.SweepFile;
import io.rpcstress.client.harness.sweep.SweepGrid;
import io.rpcstress.client.harness.sweep.SweepGrid.Contender;
import io.rpcstress.measure.Point;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Measures what is left of a sweep, point by point, each by {@code run}; what is left is decided
 * from the files alone, so that a sweep that was killed goes on where it stopped.
 */
@Command(
    name = "measure",
    mixinStandardHelpOptions = true,
    description = {
      "Measures every point that is left, with the servers that it needs, started anew and warmed",
      "as sweep.json says. Exits with 0 when none is left, 1 where it had to stop."
    })
final class SweepMeasureCommand implements Callable<Integer> {

  /** In sweep.json: how often a flagged point is measured again; rewritten by each session. */
  static final String RETRIES = "retryFlagged";

  @Parameters(paramLabel = "DIR", description = "The sweep's folder.")
  @SuppressWarnings("NullAway.Init") // picocli sets it before the command runs
  private Path folder;

  @Option(
      names = "--redo-failed",
      description = "Points that failed before this session are open again.")
  private boolean redoFailed;

  @Option(
      names = "--server-control",
      paramLabel = "FILE",
      description = "The program that starts and stops servers, such as deploy/servers.sh.")
  private @Nullable Path control;

  @Option(
      names = "--supervised",
      description = "Somebody else starts a server again that died: wait for it.")
  private boolean supervised;

  @Option(
      names = "--server-wait",
      paramLabel = "S",
      defaultValue = "600",
      description =
          "Seconds that a server may take to answer before the sweep stops (default:"
              + " ${DEFAULT-VALUE}).")
  private int wait = 600;

  @Mixin private final MetricsOption metricsOption = new MetricsOption();

  private final PrintStream stderr;

  SweepMeasureCommand(PrintStream stderr) {
    this.stderr = stderr;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    SweepFile file = BegunSweep.sweep(folder.toString(), folder);
    Path log = Files.createDirectories(folder.resolve("log"));
    FreshOptions.Chosen chosen = FreshOptions.Chosen.of(file.options());
    Path program = control;
    if (chosen.fresh().needsRestarts() && program == null) {
      throw new Misuse(
          "%s %s needs --server-control: the program that restarts the servers"
              .formatted(FreshOptions.OPTION, chosen.fresh().label()));
    }
    SweepGrid grid = BegunSweep.grid(file);
    Ledger ledger =
        new Ledger(folder, redoFailed ? file.lastBegun() : Instant.MIN, file.number(RETRIES));
    try (PrintStream results = appending(log.resolve("run.txt"));
        PrintStream restarts = appending(log.resolve("restarts.txt"));
        PrintStream warmups = appending(log.resolve("warmups.txt"));
        MetricsOption.Open open = metricsOption.open("sweep", stderr)) {
      ServerCare care =
          new ServerCare(
              file,
              program == null ? null : new ServerControl(program, log.resolve("servers.txt")),
              supervised ? wait : 0,
              new ServerCare.Logs(restarts, warmups, stderr));
      AddedRounds rounds = new AddedRounds(file, folder, ledger, stderr);
      for (Optional<SweepGrid> now = Optional.of(grid); now.isPresent(); ) {
        MeasurementMetrics metrics = open == null ? null : open.metrics();
        int status = measure(now.get(), file, ledger, care, chosen.fresh(), results, metrics);
        if (status != ExitCode.OK) {
          return status;
        }
        now = rounds.next(now.get());
      }
    }
    return ExitCode.OK;
  }

  /** What is left of a grid; the exit code with which the sweep has to stop, or 0. */
  private int measure(
      SweepGrid grid,
      SweepFile file,
      Ledger ledger,
      ServerCare care,
      Freshness fresh,
      PrintStream results,
      @Nullable MeasurementMetrics metrics)
      throws IOException, InterruptedException {
    NextPoint next = BegunSweep.nextPoint(file, grid, ledger);
    SweepTally tally = metrics == null ? null : new SweepTally(file, grid, folder, ledger);
    for (Optional<Todo> todo = next.find(); todo.isPresent(); todo = next.find()) {
      Todo now = fresh == Freshness.CELL ? first(todo.get()) : todo.get();
      if (metrics != null && tally != null) {
        metrics.tally(tally.sums());
      }
      int status = measure(now, file, grid, ledger, care, results, metrics);
      if (tally != null) {
        for (Contender each : now.contenders()) {
          tally.look(point(grid, now, each));
        }
      }
      if (status != ExitCode.OK) {
        return status;
      }
    }
    return ExitCode.OK;
  }

  /** Where each point has a server of its own, technologies cannot share one either. */
  private static Todo first(Todo todo) {
    return new Todo(
        todo.threadNum(), todo.requestNum(), todo.repetition(), todo.contenders().subList(0, 1));
  }

  /** One point; the exit code with which the sweep has to stop, or 0. */
  private int measure(
      Todo todo,
      SweepFile file,
      SweepGrid grid,
      Ledger ledger,
      ServerCare care,
      PrintStream results,
      @Nullable MeasurementMetrics metrics)
      throws IOException, InterruptedException {
    for (Contender each : todo.contenders()) {
      setAside(point(grid, todo, each), ledger);
    }
    if (!care.ready(todo)) {
      return stopped(ExitCode.FAILED, "the servers are not ready");
    }
    List<String> words = SweepCommand.words(file, folder, grid, todo);
    words.add(0, SweepCommand.measuring(grid));
    int status = CommandLines.execute(results, stderr, metrics, words.toArray(new String[0]));
    if (status != ExitCode.OK && status != ExitCode.FAILED) {
      return stopped(status, "stopped");
    }
    for (Contender each : todo.contenders()) {
      Point point = point(grid, todo, each);
      if (!ledger.hasResult(point) && ledger.state(point) == Ledger.State.OPEN) {
        // It would come back for ever.
        return stopped(
            ExitCode.FAILED,
            "%s left neither a result nor a failure below %s: is the disk full?"
                .formatted(point, folder));
      }
    }
    if (status == ExitCode.FAILED && !care.afterFailure(todo)) {
      return stopped(ExitCode.FAILED, "the servers did not come back");
    }
    return ExitCode.OK;
  }

  private void setAside(Point point, Ledger ledger) throws IOException {
    if (ledger.hasResult(point)) {
      String flags = String.join(", ", ledger.doubts(point));
      stderr.printf(
          "%s is measured again, since it carries %s; the earlier result is %s%n",
          point, flags, ledger.setAside(point));
    }
  }

  private int stopped(int status, String why) {
    stderr.printf("%s; the same command with --out %s goes on from here%n", why, folder);
    return status;
  }

  private static Point point(SweepGrid grid, Todo todo, Contender contender) {
    return grid.point(contender, todo.threadNum(), todo.requestNum()).repeated(todo.repetition());
  }

  private static PrintStream appending(Path file) throws IOException {
    OutputStream out =
        Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    return new PrintStream(out, true, StandardCharsets.UTF_8);
  }
}
