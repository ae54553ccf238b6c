package io.rpcstress.analysis.explain;

import io.rpcstress.analysis.model.Sweep;
import io.rpcstress.measure.record.CalibrationRecord;
import io.rpcstress.measure.record.SweepFile;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What opening and closing the gate of a counted run costs by itself, as the calibration found it
 * with calls that go nowhere: part of every runtime at that thread count. Immutable.
 *
 * @param medianMs by thread count, ms of a run
 */
public record Gates(SortedMap<Integer, Double> medianMs) {

  /** Those of a sweep; none where it was not calibrated. */
  public static Gates of(Sweep sweep) {
    SortedMap<Integer, Double> found = new TreeMap<>();
    for (CalibrationRecord.Gate gate :
        CalibrationRecord.gates(sweep.values(SweepFile.CALIBRATION))) {
      Double millis = gate.millis().median();
      if (millis != null) {
        found.put(gate.threads(), millis);
      }
    }
    return new Gates(found);
  }

  /** Whether none is known. */
  public boolean isEmpty() {
    return medianMs.isEmpty();
  }

  /** That of a thread count, ms; empty where it was not calibrated. */
  public OptionalDouble at(int threads) {
    Double millis = medianMs.get(threads);
    return millis == null ? OptionalDouble.empty() : OptionalDouble.of(millis);
  }

  /**
   * One runtime by another without what the gate took of both.
   *
   * @param aboveMs runtime, ms
   * @param belowMs runtime, ms
   * @return empty where the gate is not known, or takes all of either
   */
  public OptionalDouble ratioWithout(int threads, double aboveMs, double belowMs) {
    OptionalDouble gate = at(threads);
    return gate.isEmpty() || gate.getAsDouble() >= Math.min(aboveMs, belowMs)
        ? OptionalDouble.empty()
        : OptionalDouble.of((aboveMs - gate.getAsDouble()) / (belowMs - gate.getAsDouble()));
  }
}
