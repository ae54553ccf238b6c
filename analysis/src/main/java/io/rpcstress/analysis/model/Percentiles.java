package io.rpcstress.analysis.model;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Latency of good calls over several runs, from their histograms added up, never from averaged
 * percentiles. Of a closed loop this is not a user's latency, and must say so where it is shown.
 *
 * @param samples calls in the added histogram; 0 where it is missing
 * @param valuesUs the curve, us by percentile (0 to 100); only levels with ten samples beyond
 * @param meanUs of all good calls, us
 */
public record Percentiles(
    long samples, Map<Double, Double> valuesUs, double maxUs, double meanUs, double minUs) {

  /** The levels that are kept, in percent. */
  public static final List<Double> LEVELS =
      List.of(1.0, 10.0, 25.0, 50.0, 75.0, 90.0, 95.0, 99.0, 99.5, 99.9, 99.99);

  public static final Percentiles UNKNOWN =
      new Percentiles(0, Map.of(), Double.NaN, Double.NaN, Double.NaN);

  public Percentiles {
    valuesUs = Collections.unmodifiableMap(new TreeMap<>(valuesUs));
  }

  /** The value at one of the {@link #LEVELS}, us; no number where too few lie beyond it. */
  public double at(double level) {
    return valuesUs.getOrDefault(level, Double.NaN);
  }
}
