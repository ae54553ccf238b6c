package io.rpcstress.measure.statistics;

import java.util.Arrays;

/** Sums over logarithms of positive values. */
final class Logs {

  private Logs() {}

  static double[] of(double[] values) {
    return Arrays.stream(values).map(StrictMath::log).toArray();
  }

  static double mean(double[] values) {
    return Arrays.stream(values).sum() / values.length;
  }

  static double squaredError(double[] values) {
    double mean = mean(values);
    return Arrays.stream(values).map(value -> (value - mean) * (value - mean)).sum();
  }
}
