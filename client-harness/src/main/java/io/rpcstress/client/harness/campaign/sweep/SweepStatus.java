package io.rpcstress.client.harness.campaign.sweep;

import io.rpcstress.client.harness.campaign.sweep.NextPoint.Tally;
import io.rpcstress.client.harness.metrics.ProcessCounts;
import io.rpcstress.client.harness.plan.SweepGrid;
import io.rpcstress.measure.FailedPoint;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RawFiles;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.Run.Lateness;
import io.rpcstress.measure.record.SweepFile;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What has become of a sweep so far, from its files alone: nothing is asked of a host, and nothing
 * is written. A file that is replaced meanwhile is seen as it was or as it is.
 */
public record SweepStatus(SweepFile file, SweepPlan plan, Path folder) {

  private static final int NEWEST_SHOWN = 5;
  private static final double PERCENT = 100;
  private static final double MILLIS_PER_SECOND = 1000;

  /** Nothing for as many times what a process takes on average is no process that takes longer. */
  private static final int MAX_PROCESSES_OF_SILENCE = 10;

  public void print(PrintStream out, Instant now) throws IOException {
    SweepGrid grid = plan.grid();
    Ledger ledger = new Ledger(folder, Instant.MIN);
    Tally tally = plan.nextPoint(ledger).tally();
    List<Ended> ended = ended(tally, ledger);
    Map<String, Integer> flags = new TreeMap<>();
    ended.forEach(one -> one.flags().forEach(flag -> flags.merge(flag, 1, Integer::sum)));
    long flagged = ended.stream().filter(one -> !one.flags().isEmpty()).count();
    boolean openEnded =
        grid.threads().isOpenEnded() || grid.requests().isOpenEnded() || plan.until() != null;
    long all = tally.done() + tally.failed() + tally.skipped() + tally.left();
    out.printf(
        "%s: %d of %s%d processes done (%.0f %%), %d failed, %d skipped after a failed one, %d left%n",
        folder,
        tally.done(),
        openEnded ? "at least " : "",
        all,
        PERCENT * tally.done() / all,
        tally.failed(),
        tally.skipped(),
        tally.left());
    out.println(
        flagged == 0
            ? "flagged: none"
            : "flagged: "
                + flagged
                + " ("
                + flags.entrySet().stream()
                    .map(e -> e.getKey() + " " + e.getValue())
                    .collect(Collectors.joining(", "))
                + ")");
    late(ended, out);
    out.println(rest(tally.left(), ended, now));
    ended.stream()
        .sorted(Comparator.comparing(Ended::at).reversed())
        .limit(NEWEST_SHOWN)
        .forEach(
            e ->
                out.printf(
                    "  %s  %s: %s%n",
                    e.at().truncatedTo(ChronoUnit.SECONDS), e.point(), outcome(e)));
  }

  /**
   * A process that is over.
   *
   * @param at when its last run was, or when it failed
   * @param failure the cause; empty where there is a result
   * @param late right answers that came too late to be accepted; null where no limit was set
   */
  private record Ended(
      Instant at,
      Point point,
      String failure,
      SortedSet<String> flags,
      long ok,
      @Nullable Long late) {}

  private List<Ended> ended(Tally tally, Ledger ledger) throws IOException {
    RawFiles files = new RawFiles(folder);
    List<Ended> ended = new ArrayList<>();
    for (Point each : tally.results()) {
      try {
        ended.add(done(each, ledger.runs(each), files));
      } catch (NoSuchFileException e) {
        // It is measured again just now.
      }
    }
    for (Point each : tally.failures()) {
      try {
        FailedPoint failed = RawFiles.readFailed(files.failed(each));
        String cause = failed.cause().label();
        ended.add(new Ended(failed.at(), each, cause, new TreeSet<>(), 0, null));
      } catch (NoSuchFileException e) {
        // As above.
      }
    }
    return ended;
  }

  private static Ended done(Point point, List<Run> runs, RawFiles files) throws IOException {
    long ok = 0;
    Long late = null;
    for (Run run : runs) {
      ok += run.calls().ok();
      Lateness own = run.lateness();
      if (own != null) {
        late = own.calls() + (late == null ? 0 : late);
      }
    }
    return new Ended(at(runs, files.csv(point)), point, "", Ledger.invalidating(runs), ok, late);
  }

  /** When the last run was over, by its own row: a copy has other times of files. */
  private static Instant at(List<Run> runs, Path csv) throws IOException {
    if (runs.isEmpty()) {
      return Files.getLastModifiedTime(csv).toInstant();
    }
    Run last = runs.get(runs.size() - 1);
    return last.startedAt().plus(last.timeTotalMicros(), ChronoUnit.MICROS);
  }

  /** Nothing where no limit was set. */
  private void late(List<Ended> ended, PrintStream out) {
    Duration limit = plan.calls().lateAfter();
    if (limit == null) {
      return;
    }
    long ok = 0;
    long late = 0;
    for (Ended each : ended) {
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
    return !one.failure().isEmpty()
        ? "failed: " + one.failure()
        : one.flags().isEmpty() ? "done" : "done, flagged " + String.join(" ", one.flags());
  }

  /** By the pace of the session that goes on, or went on last. */
  private String rest(long left, List<Ended> ended, Instant now) {
    if (!file.text(SweepFile.END).isEmpty()) {
      return "ended " + file.text(SweepFile.END);
    }
    Instant begun = file.lastBegun();
    List<Instant> inSession =
        ended.stream().map(Ended::at).filter(at -> at.isAfter(begun)).sorted().toList();
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
