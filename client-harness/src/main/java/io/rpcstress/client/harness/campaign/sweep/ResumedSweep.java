package io.rpcstress.client.harness.campaign.sweep;

import io.rpcstress.client.harness.plan.Misuse;
import io.rpcstress.measure.record.SweepFile;
import io.rpcstress.measure.statistics.TargetWidth;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A sweep that {@code sweep begin} has written, and the keys of its file that only commands use.
 */
public final class ResumedSweep {

  /** How often each cell is measured. */
  public static final String REPEAT = "repeat";

  /** How long servers live. */
  public static final String FRESH = "fresh-servers";

  /** How long a server is called before it is measured. */
  public static final String WARMUP = "server-warmup";

  /** Top-level key: {@link MeasurementOrder#RANDOM} or {@link MeasurementOrder#GIVEN}. */
  public static final String TECHNOLOGY_ORDER = "technologyOrder";

  /** Top-level key: limits that decide about the sweep's exit code; absent where there are none. */
  public static final String THRESHOLD = "threshold";

  /** Top-level key: what --quick made less, each by what it is in full; absent elsewhere. */
  public static final String SCALED = "scaledFrom";

  private ResumedSweep() {}

  /** The sweep of a folder. */
  public static SweepFile file(String given, Path folder) throws IOException {
    if (!SweepFile.isIn(folder)) {
      throw new Misuse(given + " holds no sweep: sweep begin makes one");
    }
    try {
      return SweepFile.read(folder);
    } catch (IllegalArgumentException e) {
      throw new Misuse(String.valueOf(e.getMessage()));
    }
  }

  /** What a sweep measures, with as many rounds as were begun by now. */
  public static SweepPlan plan(SweepFile file) {
    try {
      SweepPlan plan = PlanDocument.in(file);
      return plan.until() == null
          ? plan
          : plan.withRounds(Math.max(TargetWidth.MIN_ROUNDS, file.number(SweepPlan.ROUNDS)));
    } catch (IllegalArgumentException e) {
      throw new Misuse("sweep.json: " + e.getMessage());
    }
  }
}
