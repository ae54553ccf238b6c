package io.rpcstress.client.harness.campaign.sweep;

import io.rpcstress.client.harness.metrics.ProcessCounts;
import io.rpcstress.client.harness.plan.SweepGrid;
import io.rpcstress.client.harness.plan.SweepGrid.Contender;
import io.rpcstress.measure.FailedPoint;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RawFiles;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.Run.Lateness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What has become of each process of a sweep, from its files alone. Looks at all of them once, and
 * then at those that it is told of: a sweep may have tens of thousands. Confined to one thread.
 */
public final class SweepTally {

  private final SweepPlan plan;
  private final SweepGrid grid;
  private final Ledger ledger;
  private final RawFiles files;
  private final Map<Point, Ended> ended = new LinkedHashMap<>();
  private long open;
  private long skipped;

  /**
   * A process that is over.
   *
   * @param at when its last run was, or when it failed
   * @param failure the cause; empty where there is a result
   * @param flags that keep it out of verdicts
   * @param ok right answers of all its runs
   * @param late those of them that came too late to be accepted; null where no limit was set
   */
  record Ended(
      Instant at,
      Point point,
      String failure,
      SortedSet<String> flags,
      long ok,
      @Nullable Long late) {

    boolean hasFailed() {
      return !failure.isEmpty();
    }
  }

  public SweepTally(SweepPlan plan, SweepGrid grid, Path folder, Ledger ledger) throws IOException {
    this.plan = plan;
    this.grid = grid;
    this.ledger = ledger;
    this.files = new RawFiles(folder);
    for (int t = 0; t < grid.threads().size(); t++) {
      int before = ended.size();
      for (Contender each : grid.contenders()) {
        row(each, grid.threads().value(t));
      }
      if (ended.size() == before && grid.threads().isOpenEnded()) {
        break; // nobody went so far
      }
    }
    findSkipped();
  }

  private void row(Contender each, int threads) throws IOException {
    for (int r = 0; r < grid.requests().size(); r++) {
      if (!cell(grid.point(each, threads, grid.requests().value(r)))
          && grid.requests().isOpenEnded()) {
        break; // nothing lies beyond
      }
    }
  }

  private boolean cell(Point first) throws IOException {
    int before = ended.size();
    for (int repetition = 0; repetition < grid.repetitions(); repetition++) {
      Point point = first.repeated(repetition);
      open++;
      put(point);
    }
    return ended.size() > before;
  }

  private void findSkipped() throws IOException {
    skipped = plan.nextPoint(grid, ledger).tally().skipped();
  }

  public void look(Point point) throws IOException {
    Ended before = ended.remove(point);
    open += before == null ? 0 : 1;
    put(point);
    Ended now = ended.get(point);
    if (now != null && now.hasFailed()) {
      findSkipped(); // it may have ended its row
    }
  }

  /** Moves a process that is over from the open ones. */
  private void put(Point point) throws IOException {
    try {
      switch (ledger.state(point)) {
        case DONE -> over(done(point));
        case FAILED -> {
          FailedPoint failure = RawFiles.readFailed(files.failed(point));
          over(new Ended(failure.at(), point, failure.cause().label(), new TreeSet<>(), 0, null));
        }
        case OPEN -> {}
      }
    } catch (NoSuchFileException e) {
      // It is measured again just now.
    }
  }

  private Ended done(Point point) throws IOException {
    List<Run> runs = ledger.runs(point);
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

  private void over(Ended one) {
    ended.put(one.point(), one);
    open--;
  }

  Collection<Ended> ended() {
    return ended.values();
  }

  /** Each flag that keeps processes out of verdicts, and of how many. */
  Map<String, Integer> flags() {
    Map<String, Integer> flags = new TreeMap<>();
    ended.values().forEach(e -> e.flags().forEach(flag -> flags.merge(flag, 1, Integer::sum)));
    return flags;
  }

  /** The sums. Of an open-ended grid, what is left is what it has at least. */
  public ProcessCounts sums() {
    long failed = ended.values().stream().filter(Ended::hasFailed).count();
    long flagged = ended.values().stream().filter(e -> !e.flags().isEmpty()).count();
    return new ProcessCounts(ended.size() - failed, failed, flagged, skipped, open - skipped);
  }
}
