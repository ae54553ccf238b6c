package io.rpcstress.client.harness.campaign.sweep;

import io.rpcstress.client.harness.campaign.sweep.NextPoint.Todo;
import io.rpcstress.client.harness.plan.Freshness;
import io.rpcstress.client.harness.plan.UntilNarrow;
import io.rpcstress.client.harness.process.ExitCode;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.SelfWatch;
import io.rpcstress.measure.record.SweepFile;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Measures what is left of a sweep, point by point; what is left is decided from the files alone,
 * so that a sweep that was killed goes on where it stopped. Confined to one thread.
 */
public final class SweepRun {

  /** Measures one point and keeps what it gives. */
  public interface PointMeasurer {

    /**
     * Measures it.
     *
     * @return {@link ExitCode#OK} where each contender has its result, {@link ExitCode#FAILED}
     *     where one has none; anything else stops the sweep
     */
    int measure(SweepPlan plan, Todo todo) throws IOException, InterruptedException;
  }

  private final SweepFile file;
  private final SweepPlan plan;
  private final Path folder;
  private final Ledger ledger;
  private final ServerSupervisor supervisor;
  private final PrintStream stderr;
  private final long began = System.nanoTime();
  private @Nullable Long roundBegan;
  private Duration longest = Duration.ZERO;

  public SweepRun(
      SweepFile file,
      SweepPlan plan,
      Path folder,
      Ledger ledger,
      ServerSupervisor supervisor,
      PrintStream stderr) {
    this.file = file;
    this.plan = plan;
    this.folder = folder;
    this.ledger = ledger;
    this.supervisor = supervisor;
    this.stderr = stderr;
  }

  public int all(PointMeasurer measurer) throws IOException, InterruptedException {
    for (Optional<SweepPlan> now = Optional.of(plan); now.isPresent(); ) {
      int status = all(now.get(), measurer);
      if (status != ExitCode.OK) {
        return status;
      }
      now = withOneMoreRound(now.get());
    }
    return supervisor.afterLast()
        ? ExitCode.OK
        : stopped(
            ExitCode.FAILED,
            "rows since the last reading were measured on a line that is not as declared");
  }

  /**
   * The plan where {@code --repeat auto} adds a round. How many there are stands in sweep.json, so
   * that an interrupted sweep goes on with as many.
   *
   * @return empty where rounds are counted or enough, and in the latter case says why
   */
  private Optional<SweepPlan> withOneMoreRound(SweepPlan last) throws IOException {
    UntilNarrow until = last.until();
    if (until == null) {
      return Optional.empty();
    }
    int rounds = last.grid().repetitions();
    long now = System.nanoTime();
    Long from = roundBegan;
    if (from != null) { // a whole round of this session: what came before may be a part of one
      Duration took = Duration.ofNanos(now - from);
      longest = took.compareTo(longest) > 0 ? took : longest;
    }
    Optional<String> over =
        until.over(
            rounds,
            Comparisons.intervals(last.grid(), folder, last.nextPoint(ledger)),
            Duration.ofNanos(now - began),
            longest);
    if (over.isPresent()) {
      stderr.println("--repeat auto: " + over.get());
      return Optional.empty();
    }
    roundBegan = now;
    file.put(SweepPlan.ROUNDS, rounds + 1).save();
    stderr.printf("--repeat auto: round %d, because an interval is still too wide%n", rounds + 1);
    return Optional.of(last.withRounds(rounds + 1));
  }

  private int all(SweepPlan now, PointMeasurer measurer) throws IOException, InterruptedException {
    NextPoint next = now.nextPoint(ledger);
    for (Optional<Todo> todo = next.find(); todo.isPresent(); todo = next.find()) {
      int status =
          one(now.fresh() == Freshness.CELL ? first(todo.get()) : todo.get(), now, measurer);
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

  private int one(Todo todo, SweepPlan now, PointMeasurer measurer)
      throws IOException, InterruptedException {
    List<Point> points = todo.points(now.grid());
    List<Point> again = new ArrayList<>();
    for (Point point : points) {
      if (ledger.hasResult(point)) {
        setAside(point);
        again.add(point);
      }
    }
    if (!supervisor.ready(todo)) {
      return stopped(ExitCode.FAILED, "the servers are not ready");
    }
    int status = measurer.measure(now, todo);
    if (status != ExitCode.OK && status != ExitCode.FAILED) {
      return stopped(status, "stopped");
    }
    for (Point point : points) {
      if (!ledger.hasResult(point) && ledger.state(point) == Ledger.State.OPEN) {
        // It would come back for ever.
        return stopped(
            ExitCode.FAILED,
            "%s left neither a result nor a failure below %s: is the disk full?"
                .formatted(point, folder));
      }
    }
    for (Point point : again) {
      if (ledger.wasInVain(point)) {
        stderr.println(
            "several results in a row were measured again and are still flagged, so no more are "
                + "repeated: end other programs on these hosts, then run the same command with a "
                + "larger --retry-flagged");
      }
    }
    if (status == ExitCode.FAILED && !supervisor.afterFailure(todo)) {
      return stopped(ExitCode.FAILED, "the servers did not come back");
    }
    return ExitCode.OK;
  }

  private void setAside(Point point) throws IOException {
    String flags = String.join(", ", ledger.doubts(point));
    double foreign =
        ledger.runs(point).stream()
            .map(run -> run.watch().foreignCpuPercent())
            .filter(Objects::nonNull)
            .mapToDouble(Double::doubleValue)
            .max()
            .orElse(0);
    stderr.printf(
        "%s is measured again, since it carries %s%s; the earlier result is %s%n",
        point,
        flags,
        foreign > SelfWatch.MAX_FOREIGN_CPU_PERCENT
            ? " (other programs had up to %.0f %% of the client's processors, more than %.0f %%)"
                .formatted(foreign, SelfWatch.MAX_FOREIGN_CPU_PERCENT)
            : "",
        ledger.setAside(point));
  }

  private int stopped(int status, String why) {
    stderr.printf("%s; the same command with --out %s continues from here%n", why, folder);
    return status;
  }
}
