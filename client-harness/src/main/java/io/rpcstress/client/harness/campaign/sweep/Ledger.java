package io.rpcstress.client.harness.campaign.sweep;

import io.rpcstress.client.harness.campaign.repeat.ProcessSample;
import io.rpcstress.measure.Dimension;
import io.rpcstress.measure.FailedPoint;
import io.rpcstress.measure.Flag;
import io.rpcstress.measure.InvalidResults;
import io.rpcstress.measure.LoadShape;
import io.rpcstress.measure.OpenRun;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.RawFiles;
import io.rpcstress.measure.Run;
import io.rpcstress.measure.RunCsv;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;

/**
 * What has become of each point, read from the raw files. It keeps in mind whose result may stay,
 * since rows do not change: use one ledger for a whole sweep. Confined to one thread.
 */
public final class Ledger {

  /** What has become of a point. */
  public enum State {
    /** It has a result. */
    DONE,
    /** It was tried, and has none. */
    FAILED,
    /** It is still to be measured, or to be measured again. */
    OPEN
  }

  /** What a fault brings along each time: a server that starts, or a neighbour, takes time. */
  private static final Set<Flag> BY_FAULTS =
      EnumSet.of(
          Flag.FOREIGN_CPU,
          Flag.JITTER,
          Flag.SERVED_MISMATCH,
          Flag.MESSAGES_LOST,
          Flag.PATH_MISMATCH);

  /** So many results that were measured again, and are flagged again, each after the other. */
  private static final int IN_VAIN = 5;

  private final RawFiles files;
  private final InvalidResults invalid;
  private final Instant redoBefore;
  private final int retries;
  private final Map<Path, Boolean> stays = new HashMap<>();

  private int inVain;

  /** A ledger that takes every result as it is. */
  public Ledger(Path sweep, Instant redoBefore) {
    this(sweep, redoBefore, 0);
  }

  /**
   * A ledger.
   *
   * @param sweep the sweep's folder
   * @param redoBefore failures from before this are open again; {@link Instant#MIN} for none
   * @param retries how often a result that a flag took out is measured again, 0 or more
   */
  public Ledger(Path sweep, Instant redoBefore, int retries) {
    this.files = new RawFiles(sweep);
    this.invalid = new InvalidResults(sweep);
    this.redoBefore = redoBefore;
    this.retries = retries;
  }

  public State state(Point point) throws IOException {
    if (files.isComplete(point)) {
      boolean redoes = retries > 0 && inVain < IN_VAIN;
      return redoes && !stays(point) ? State.OPEN : State.DONE;
    }
    if (!files.isFailed(point)) {
      return State.OPEN;
    }
    if (redoBefore.equals(Instant.MIN)) {
      return State.FAILED;
    }
    FailedPoint failed = RawFiles.readFailed(files.failed(point));
    return failed.at().isBefore(redoBefore) ? State.OPEN : State.FAILED;
  }

  private boolean stays(Point point) throws IOException {
    Path csv = files.csv(point);
    Boolean known = stays.get(csv);
    if (known == null) {
      known = doubts(point).isEmpty() || invalid.count(point) >= retries;
      stays.put(csv, known);
    }
    return known;
  }

  /**
   * The flags for which a point with a result is worth another process, as words. A counted loop's
   * order 0, which is cold, is no reason where other runs are there.
   */
  public SortedSet<String> doubts(Point point) throws IOException {
    boolean isUnderFault = point.dimensions().has(Dimension.FAULT);
    return ProcessSample.flags(
        runs(point),
        flag -> flag.isWorthRepeating() && !(isUnderFault && BY_FAULTS.contains(flag)));
  }

  List<Run> runs(Point point) throws IOException {
    Path csv = files.csv(point);
    return point.loadShape() == LoadShape.OPEN
        ? RunCsv.parseOpen(csv, Files.readString(csv)).runs().stream().map(OpenRun::run).toList()
        : RunCsv.read(csv).runs();
  }

  /**
   * The flags for which a process' runs carry no verdict, as words; whether another process may be
   * free of them or not. Of the same runs as {@link #doubts}.
   */
  public static SortedSet<String> invalidating(List<Run> runs) {
    return ProcessSample.flags(runs, Flag::invalidates);
  }

  /**
   * A point was measured again. Where a host stays busy, each time brings the same flags: after
   * some in a row, no result is measured again in this session.
   *
   * @return whether this was the one after which none is
   */
  boolean wasInVain(Point point) throws IOException {
    if (!hasResult(point)) {
      return false;
    }
    inVain = doubts(point).isEmpty() ? 0 : inVain + 1;
    return inVain == IN_VAIN;
  }

  public boolean hasResult(Point point) {
    return files.isComplete(point);
  }

  public Path setAside(Point point) throws IOException {
    stays.remove(files.csv(point));
    return invalid.setAside(point);
  }
}
