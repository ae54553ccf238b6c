package io.rpcstress.client.harness.campaign.search;

import io.rpcstress.client.harness.campaign.search.NextRate.Outcome;
import io.rpcstress.measure.OfferedLoad;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.record.ProbeRecord;
import io.rpcstress.measure.record.SearchRecord;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where a search begins and ends, and how sure it must be. Immutable.
 *
 * @param lowest calls/s; nothing below it is tried
 * @param highest calls/s; nothing above it is tried
 * @param first calls/s of the first probe, from lowest to highest
 * @param precision how far the lowest rate that is violated may lie above the found one, as a share
 *     of it, from 0.001 to 1
 * @param confirmations probes that repeat the found rate, 1 or more; more than half must hold
 * @param mostProbes probes in all, confirmations among them
 */
public record SearchPlan(
    int lowest, int highest, int first, double precision, int confirmations, int mostProbes) {

  private static final double FINEST = 0.001;

  /** Probes before the first confirmation: a rate that seems violated is asked for twice. */
  static final int FIRST_STEP = 2;

  public SearchPlan(int lowest, int highest, double precision, int confirmations, int mostProbes) {
    this(lowest, highest, lowest, precision, confirmations, mostProbes);
  }

  /** The same, beginning at a rate; at the nearer end where it lies outside. */
  public SearchPlan from(int rate) {
    return new SearchPlan(
        lowest,
        highest,
        Math.max(lowest, Math.min(highest, rate)),
        precision,
        confirmations,
        mostProbes);
  }

  /**
   * What a search was until now.
   *
   * @param capacity calls/s of a warm closed loop; null where it did not begin there
   * @param failure why it could not go on; null where it could
   */
  SearchRecord record(
      Point first,
      Slo slo,
      String command,
      @Nullable Instant startedAt,
      @Nullable Integer capacity,
      Outcome outcome,
      @Nullable String failure,
      List<ProbeRecord> probes) {
    OfferedLoad load = Objects.requireNonNull(first.offered());
    return new SearchRecord(
        first.technology(),
        first.variant(),
        slo.toString(),
        outcome.sustained() ? (Integer) outcome.rate() : null,
        outcome.ending().label(),
        outcome.bounded(),
        precision,
        outcome.held(),
        outcome.confirmations(),
        failure,
        capacity,
        lowest,
        highest,
        mostProbes,
        load.shape().label(),
        load.seconds(),
        load.warmupSeconds(),
        first.threadNum(),
        command,
        startedAt,
        Instant.now(),
        probes);
  }

  public SearchPlan {
    if (!(precision >= FINEST && precision <= 1)) {
      throw new IllegalArgumentException(
          "precision is %s: 0.001 to 1 expected".formatted(precision));
    }
    if (confirmations < 1 || mostProbes < confirmations + FIRST_STEP) {
      throw new IllegalArgumentException(
          ("%d probes with %d confirmations: 1 or more confirmations, and %d more probes than "
                  + "that, expected")
              .formatted(mostProbes, confirmations, FIRST_STEP));
    }
  }
}
