package io.rpcstress.analysis.explain;

import io.rpcstress.analysis.model.Sweep;
import io.rpcstress.measure.RequestMode;
import io.rpcstress.measure.record.CalibrationRecord;
import io.rpcstress.measure.record.SweepFile;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What opening and closing the gate of a counted run costs by itself, as the calibration found it
 * with calls that go nowhere: part of every runtime of so many threads and calls. Between what was
 * measured it is a straight line; beyond it nothing is known. Immutable.
 */
public final class Gates {

  /** By threads, then by calls of a run. */
  private final NavigableMap<Long, NavigableMap<Long, Cost>> measured = new TreeMap<>();

  /**
   * A point's gate.
   *
   * @param millis of a run, ms
   * @param isMeasured at that very point; else between the nearest thread counts, or numbers of
   *     calls, that were
   */
  public record Cost(double millis, boolean isMeasured) {}

  private Gates() {}

  public static Gates of(Sweep sweep) {
    Gates gates = new Gates();
    for (CalibrationRecord.Gate gate :
        CalibrationRecord.gatesAt(sweep.values(SweepFile.CALIBRATION))) {
      Double millis = gate.millis().median();
      if (millis != null) {
        gates
            .measured
            .computeIfAbsent((long) gate.threads(), threads -> new TreeMap<>())
            .put((long) gate.requests(), new Cost(millis, true));
      }
    }
    return gates;
  }

  public boolean isEmpty() {
    return measured.isEmpty();
  }

  /** That of a point; empty where it was not measured there, nor on both sides of it. */
  public Optional<Cost> at(RequestMode mode, int threads, int requests) {
    NavigableMap<Long, Cost> ofRequests = new TreeMap<>();
    measured.forEach(
        (count, byCalls) ->
            at(mode.calls(Math.toIntExact(count), requests), byCalls)
                .ifPresent(cost -> ofRequests.put(count, cost)));
    return at(threads, ofRequests);
  }

  private static Optional<Cost> at(long wanted, NavigableMap<Long, Cost> known) {
    Map.Entry<Long, Cost> below = known.floorEntry(wanted);
    Map.Entry<Long, Cost> above = known.ceilingEntry(wanted);
    if (below == null || above == null) {
      return Optional.empty();
    }
    if (below.getKey().equals(above.getKey())) {
      return Optional.of(below.getValue());
    }
    double share = (wanted - below.getKey()) / (double) (above.getKey() - below.getKey());
    double low = below.getValue().millis();
    return Optional.of(new Cost(low + share * (above.getValue().millis() - low), false));
  }

  /**
   * One runtime by another at the same point without what the gate took of both.
   *
   * @param aboveMs runtime, ms
   * @param belowMs runtime, ms
   * @return no number where the gate is not known, or takes all of either
   */
  public double ratioWithout(
      RequestMode mode, int threads, int requests, double aboveMs, double belowMs) {
    double gate = at(mode, threads, requests).map(Cost::millis).orElse(Double.NaN);
    return gate < Math.min(aboveMs, belowMs) ? (aboveMs - gate) / (belowMs - gate) : Double.NaN;
  }
}
