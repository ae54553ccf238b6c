package io.rpcstress.client.harness.campaign.sweep;

import io.rpcstress.client.harness.campaign.sweep.SweepTally.Ended;
import io.rpcstress.client.harness.metrics.ProcessCounts;
import io.rpcstress.client.harness.plan.SweepGrid;
import io.rpcstress.measure.record.SweepFile;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * What has become of a sweep so far, from its files alone: nothing is asked of a host, and nothing
 * is written. A file that is replaced meanwhile is seen as it was or as it is.
 */
public final class SweepStatus {

  private static final int NEWEST_SHOWN = 5;
  private static final double PERCENT = 100;
  private static final double MILLIS_PER_SECOND = 1000;

  /** Nothing for as many times what a process takes on average is no process that takes longer. */
  private static final int MAX_PROCESSES_OF_SILENCE = 10;

  private final SweepFile file;
  private final SweepPlan plan;
  private final Path folder;

  public SweepStatus(SweepFile file, SweepPlan plan, Path folder) {
    this.file = file;
    this.plan = plan;
    this.folder = folder;
  }

  public void print(PrintStream out, Instant now) throws IOException {
    SweepGrid grid = plan.grid();
    SweepTally tally = new SweepTally(plan, grid, folder, new Ledger(folder, Instant.MIN));
    ProcessCounts sums = tally.sums();
    boolean openEnded =
        grid.threads().isOpenEnded() || grid.requests().isOpenEnded() || plan.until() != null;
    long all = sums.done() + sums.failed() + sums.skipped() + sums.left();
    out.printf(
        "%s: %d of %s%d processes done (%.0f %%), %d failed, %d skipped behind a failed one, %d left%n",
        folder,
        sums.done(),
        openEnded ? "at least " : "",
        all,
        PERCENT * sums.done() / all,
        sums.failed(),
        sums.skipped(),
        sums.left());
    out.println(
        sums.flagged() == 0
            ? "flagged: none"
            : "flagged: "
                + sums.flagged()
                + " ("
                + tally.flags().entrySet().stream()
                    .map(e -> e.getKey() + " " + e.getValue())
                    .collect(Collectors.joining(", "))
                + ")");
    late(tally, out);
    out.println(rest(tally, now));
    tally.ended().stream()
        .sorted(Comparator.comparing(Ended::at).reversed())
        .limit(NEWEST_SHOWN)
        .forEach(
            e ->
                out.printf(
                    "  %s  %s: %s%n",
                    e.at().truncatedTo(ChronoUnit.SECONDS), e.point(), outcome(e)));
  }

  /** Nothing where no limit was set. */
  private void late(SweepTally tally, PrintStream out) {
    Duration limit = plan.calls().lateAfter();
    if (limit == null) {
      return;
    }
    long ok = 0;
    long late = 0;
    for (Ended each : tally.ended()) {
      Long own = each.late();
      if (own != null) {
        ok += each.ok();
        late += own;
      }
    }
    out.printf(
        "late after %d ms: %d of %d right answers, so %d accepted%n",
        limit.toMillis(), late, ok, ok - late);
  }

  private static String outcome(Ended one) {
    return one.hasFailed()
        ? "failed: " + one.failure()
        : one.flags().isEmpty() ? "done" : "done, flagged " + String.join(" ", one.flags());
  }

  /** By the pace of the session that goes on, or went on last. */
  private String rest(SweepTally tally, Instant now) {
    if (!file.text(SweepFile.END).isEmpty()) {
      return "ended " + file.text(SweepFile.END);
    }
    long left = tally.sums().left();
    Instant begun = file.lastBegun();
    List<Instant> inSession =
        tally.ended().stream().map(Ended::at).filter(at -> at.isAfter(begun)).sorted().toList();
    if (left == 0 || inSession.isEmpty()) {
      return "started "
          + begun
          + (left == 0
              ? "; nothing is left"
              : "; no point has ended since, so there is no " + "estimate");
    }
    Instant last = inSession.get(inSession.size() - 1);
    Duration elapsed = Duration.between(begun, last);
    Duration since = Duration.between(last, now);
    Duration rest =
        Objects.requireNonNull(ProcessCounts.timeFor(left, inSession.size(), elapsed, since));
    long each = elapsed.toMillis() / inSession.size();
    return "about %s left, at %.1f s a process since %s; the newest is %s old"
            .formatted(
                text(rest),
                each / MILLIS_PER_SECOND,
                begun.truncatedTo(ChronoUnit.SECONDS),
                text(since.isNegative() ? Duration.ZERO : since))
        + silence(since.toMillis() / Math.max(1, each));
  }

  /** A sweep that was stopped has no end in its file, and would be over soon for ever. */
  private static String silence(long processes) {
    return processes > MAX_PROCESSES_OF_SILENCE
        ? ", "
            + processes
            + " times what a process takes: it seems to have stopped; run it again with the same "
            + "--out to continue"
        : "";
  }

  public static String text(Duration duration) {
    return duration.toHours() > 0
        ? duration.toHours() + " h " + duration.toMinutesPart() + " min"
        : duration.toMinutes() > 0
            ? duration.toMinutes() + " min " + duration.toSecondsPart() + " s"
            : duration.toSeconds() + " s";
  }
}
