package io.rpcstress.client.harness.controls;

import io.rpcstress.measure.statistics.Interval;
import io.rpcstress.measure.statistics.Verdict;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Two things that must tie. One time in twenty a sound harness finds a difference, by the
 * construction of a 95 % interval; so where it does, a second measurement with another seed
 * decides.
 */
final class NoDifference {

  private NoDifference() {}

  /** One measurement of both. */
  @FunctionalInterface
  interface Measurement {

    /**
     * Measures.
     *
     * @param seed of the random order
     * @return the one by the other
     */
    Interval measure(long seed) throws NoResultException, IOException, InterruptedException;
  }

  /**
   * Finds out.
   *
   * @param ratio what the interval is of, in words
   */
  static Finding between(String ratio, Scale scale, Measurement measurement)
      throws NoResultException, IOException, InterruptedException {
    Interval first = measurement.measure(scale.seed());
    Map<String, Object> numbers = new LinkedHashMap<>();
    put(numbers, "", first);
    if (first.verdict() == Verdict.NO_DIFFERENCE) {
      return new Finding(true, text(ratio, scale, first), numbers);
    }
    Interval second = measurement.measure(scale.otherSeed());
    put(numbers, "second", second);
    return new Finding(
        second.verdict() == Verdict.NO_DIFFERENCE,
        "%s, as one in twenty does by chance; again, which decides: %s"
            .formatted(text(ratio, scale, first), text(ratio, scale, second)),
        numbers);
  }

  private static String text(String ratio, Scale scale, Interval interval) {
    return String.format(
        Locale.ROOT,
        "%d processes a side, %s %.3f (%.3f to %.3f): %s",
        scale.repeat(),
        ratio,
        interval.value(),
        interval.low(),
        interval.high(),
        interval.verdict().label());
  }

  private static void put(Map<String, Object> numbers, String prefix, Interval ratio) {
    numbers.put(prefix.isEmpty() ? "timeRatio" : prefix + "TimeRatio", ratio.value());
    numbers.put(prefix.isEmpty() ? "low" : prefix + "Low", ratio.low());
    numbers.put(prefix.isEmpty() ? "high" : prefix + "High", ratio.high());
  }
}
