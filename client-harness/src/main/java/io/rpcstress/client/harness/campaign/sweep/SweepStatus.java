package io.rpcstress.client.harness.campaign.sweep;

import io.rpcstress.client.harness.plan.SweepGrid;
import io.rpcstress.client.harness.plan.SweepGrid.Contender;
import io.rpcstress.measure.FailedPoint;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RawFiles;
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
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What has become of a sweep so far, from its files alone: nothing is asked of a host, and nothing
 * is written. A file that is replaced meanwhile is seen as it was or as it is.
 */
public final class SweepStatus {

  private static final int NEWEST_SHOWN = 5;
  private static final double PERCENT = 100;

  private final SweepFile file;
  private final SweepPlan plan;
  private final Path folder;
  private final List<Ended> ended = new ArrayList<>();
  private final Map<String, Integer> flags = new TreeMap<>();
  private int flagged;
  private long failed;
  private long open;

  /** A point that is over. */
  private record Ended(Instant at, Point point, String outcome) {}

  /**
   * Of a sweep; nothing is read yet but its file.
   *
   * @param file its sweep.json
   * @param plan as it was read from there
   * @param folder where its raw files are
   */
  public SweepStatus(SweepFile file, SweepPlan plan, Path folder) {
    this.file = file;
    this.plan = plan;
    this.folder = folder;
  }

  /**
   * Prints it.
   *
   * @param now the time that the rest is counted from
   * @throws IOException if a file cannot be read
   */
  public void print(PrintStream out, Instant now) throws IOException {
    SweepGrid grid = plan.grid();
    Ledger ledger = new Ledger(folder, Instant.MIN);
    look(grid, ledger);
    long skipped = plan.nextPoint(ledger).tally().skipped();
    long left = open - skipped;
    long done = ended.size() - failed;
    boolean openEnded =
        grid.threads().isOpenEnded() || grid.requests().isOpenEnded() || plan.until() != null;
    long all = done + failed + open;
    out.printf(
        "%s: %d of %s%d processes done (%.0f %%), %d failed, %d skipped behind a failed one, %d left%n",
        folder,
        done,
        openEnded ? "at least " : "",
        all,
        PERCENT * done / all,
        failed,
        skipped,
        left);
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
    out.println(rest(left, now));
    ended.sort(Comparator.comparing(Ended::at).reversed());
    ended.stream()
        .limit(NEWEST_SHOWN)
        .forEach(
            e ->
                out.printf(
                    "  %s  %s: %s%n",
                    e.at().truncatedTo(ChronoUnit.SECONDS), e.point(), e.outcome()));
  }

  private void look(SweepGrid grid, Ledger ledger) throws IOException {
    RawFiles files = new RawFiles(folder);
    for (Contender each : grid.contenders()) {
      for (int t = 0; t < grid.threads().size(); t++) {
        for (int r = 0; r < grid.requests().size(); r++) {
          Point first = grid.point(each, grid.threads().value(t), grid.requests().value(r));
          long before = ended.size();
          for (int repetition = 0; repetition < grid.repetitions(); repetition++) {
            look(first.repeated(repetition), ledger, files);
          }
          if (ended.size() == before && grid.requests().isOpenEnded()) {
            break; // nothing lies beyond
          }
        }
      }
    }
  }

  private void look(Point point, Ledger ledger, RawFiles files) throws IOException {
    try {
      switch (ledger.state(point)) {
        case DONE -> {
          SortedSet<String> against = ledger.invalidating(point);
          against.forEach(flag -> flags.merge(flag, 1, Integer::sum));
          flagged += against.isEmpty() ? 0 : 1;
          String said = against.isEmpty() ? "done" : "done, flagged " + String.join(" ", against);
          ended.add(new Ended(time(files.csv(point)), point, said));
        }
        case FAILED -> {
          FailedPoint failure = RawFiles.readFailed(files.failed(point));
          failed++;
          ended.add(new Ended(failure.at(), point, "failed: " + failure.cause().label()));
        }
        case OPEN -> open++;
      }
    } catch (NoSuchFileException e) {
      open++; // it is measured again just now
    }
  }

  private static Instant time(Path file) throws IOException {
    return Files.getLastModifiedTime(file).toInstant();
  }

  /** By the pace of the session that goes on, or went on last. */
  private String rest(long left, Instant now) {
    if (!file.text("end").isEmpty()) {
      return "ended " + file.text("end");
    }
    Instant begun = file.lastBegun();
    List<Instant> inSession =
        ended.stream().map(Ended::at).filter(at -> at.isAfter(begun)).sorted().toList();
    if (left == 0 || inSession.isEmpty()) {
      return "begun "
          + begun
          + (left == 0 ? "; nothing is left" : "; no point since, so no estimate");
    }
    Instant last = inSession.get(inSession.size() - 1);
    Duration each = Duration.between(begun, last).dividedBy(inSession.size());
    Duration since = Duration.between(last, now);
    Duration rest = each.multipliedBy(left).minus(since.compareTo(each) < 0 ? since : each);
    return "about %s left, at %.1f s a process since %s; the newest is %s old"
        .formatted(
            text(rest),
            each.toMillis() / (double) Duration.ofSeconds(1).toMillis(),
            begun.truncatedTo(ChronoUnit.SECONDS),
            text(since.isNegative() ? Duration.ZERO : since));
  }

  /** A time as a person says it, whole seconds. */
  public static String text(Duration duration) {
    return duration.toHours() > 0
        ? duration.toHours() + " h " + duration.toMinutesPart() + " min"
        : duration.toMinutes() > 0
            ? duration.toMinutes() + " min " + duration.toSecondsPart() + " s"
            : duration.toSeconds() + " s";
  }
}
