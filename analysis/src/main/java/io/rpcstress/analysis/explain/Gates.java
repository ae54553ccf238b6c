package io.rpcstress.analysis.explain;

import io.rpcstress.analysis.model.Sweep;
import io.rpcstress.measure.RequestMode;
import io.rpcstress.measure.record.CalibrationRecord;
import io.rpcstress.measure.record.SweepFile;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * What opening and closing the gate of a counted run costs by itself, as the calibration found it
 * with calls that go nowhere: part of every runtime of so many threads and calls. Between what was
 * measured it is a straight line; beyond it nothing is known. Immutable.
 */
public final class Gates {

  /** By threads, then by calls of a run: ms. */
  private final NavigableMap<Integer, NavigableMap<Integer, Double>> measured;

  /** How it is known what a point's gate costs. */
  public enum Source {
    /** At that very point. */
    MEASURED("measured"),
    /** Between the nearest thread counts, or numbers of calls, that were measured. */
    BETWEEN("between two");

    private final String label;

    Source(String label) {
      this.label = label;
    }

    /** For a table. */
    public String label() {
      return label;
    }
  }

  /**
   * A point's gate.
   *
   * @param millis of a run, ms
   * @param source how that is known
   */
  public record Cost(double millis, Source source) {}

  private Gates(NavigableMap<Integer, NavigableMap<Integer, Double>> measured) {
    this.measured = measured;
  }

  /** Those of a sweep; none where it was not calibrated. */
  public static Gates of(Sweep sweep) {
    Map<String, String> calibration = sweep.values(SweepFile.CALIBRATION);
    NavigableMap<Integer, NavigableMap<Integer, Double>> measured = new TreeMap<>();
    for (CalibrationRecord.Gate gate : CalibrationRecord.gatesAt(calibration)) {
      Double millis = gate.millis().median();
      if (millis != null) {
        measured
            .computeIfAbsent(gate.threads(), threads -> new TreeMap<>())
            .put(gate.requests(), millis);
      }
    }
    return new Gates(measured);
  }

  /** Whether none is known. */
  public boolean isEmpty() {
    return measured.isEmpty();
  }

  /**
   * That of a point; empty where it was not measured there, nor on both sides of it.
   *
   * @param mode what the requests count
   */
  public Optional<Cost> at(RequestMode mode, int threads, int requests) {
    Optional<Cost> there = measuredAt(mode, threads, requests);
    if (there.isPresent()) {
      return there;
    }
    for (int below : measured.headMap(threads, false).descendingKeySet()) {
      Optional<Cost> low = measuredAt(mode, below, requests);
      if (low.isPresent()) {
        return above(mode, threads, requests)
            .map(
                high ->
                    between(
                        below,
                        low.get().millis(),
                        high.getKey(),
                        high.getValue().millis(),
                        threads));
      }
    }
    return Optional.empty();
  }

  /** The next thread count that knows as many requests. */
  private Optional<Map.Entry<Integer, Cost>> above(RequestMode mode, int threads, int requests) {
    for (int above : measured.tailMap(threads, false).navigableKeySet()) {
      Optional<Cost> high = measuredAt(mode, above, requests);
      if (high.isPresent()) {
        return Optional.of(Map.entry(above, high.get()));
      }
    }
    return Optional.empty();
  }

  /** At a thread count that was measured: with so many requests, or between fewer and more. */
  private Optional<Cost> measuredAt(RequestMode mode, int threads, int requests) {
    NavigableMap<Integer, Double> byCalls = measured.get(threads);
    long calls = mode.calls(threads, requests);
    if (byCalls == null || calls > Integer.MAX_VALUE) {
      return Optional.empty();
    }
    Map.Entry<Integer, Double> fewer = byCalls.floorEntry((int) calls);
    Map.Entry<Integer, Double> more = byCalls.ceilingEntry((int) calls);
    if (fewer == null || more == null) {
      return Optional.empty();
    }
    return Optional.of(
        fewer.getKey().equals(more.getKey())
            ? new Cost(fewer.getValue(), Source.MEASURED)
            : between(
                fewer.getKey(), fewer.getValue(), more.getKey(), more.getValue(), (int) calls));
  }

  private static Cost between(int low, double atLow, int high, double atHigh, int wanted) {
    double share = (wanted - low) / (double) (high - low);
    return new Cost(atLow + share * (atHigh - atLow), Source.BETWEEN);
  }

  /**
   * One runtime by another at the same point without what the gate took of both.
   *
   * @param aboveMs runtime, ms
   * @param belowMs runtime, ms
   * @return empty where the gate is not known, or takes all of either
   */
  public OptionalDouble ratioWithout(
      RequestMode mode, int threads, int requests, double aboveMs, double belowMs) {
    Optional<Cost> cost = at(mode, threads, requests);
    if (cost.isEmpty() || cost.get().millis() >= Math.min(aboveMs, belowMs)) {
      return OptionalDouble.empty();
    }
    double gate = cost.get().millis();
    return OptionalDouble.of((aboveMs - gate) / (belowMs - gate));
  }
}
