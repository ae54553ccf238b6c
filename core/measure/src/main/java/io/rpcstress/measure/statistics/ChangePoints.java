package io.rpcstress.measure.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Where a series of measurements, one a build, changed for good: E-divisive (Matteson and James,
 * Journal of the American Statistical Association 109, 2014), as MongoDB (ICPE 2020) and Apache
 * Otava use it on benchmarks. The cut that separates two sides best, by the energy between them, is
 * kept if hardly any order of the same values has one that separates as well; then each side is cut
 * again. It assumes no distribution, and a single outlier is no change. Of fewer than eight values
 * no change can be shown.
 *
 * <p>{@link SteadyState} cuts the windows of one process, which are many and alike in their noise;
 * a history is short and is not.
 *
 * <p>The seed is stored: the same data give the same changes. Stateless; thread-safe.
 */
public final class ChangePoints {

  /** Values on either side of a cut, at least. */
  public static final int MIN_SEGMENT = 2;

  /** Chance of a cut where nothing changed. */
  public static final double LEVEL = 0.05;

  /** Orders that a cut is compared with. */
  private static final int PERMUTATIONS = 999;

  private static final double ROUNDING = 1e-9;

  private ChangePoints() {}

  /**
   * A change.
   *
   * @param at index of the first value behind it
   * @param pValue share of the orders in which a cut separates as well or better
   */
  public record Change(int at, double pValue, double before, double after) {}

  /** A cut of a part of the series, and how well it separates. */
  private record Cut(int at, double energy) {}

  public static List<Change> find(double[] values, long salt) {
    UniformRandomProvider random = RandomSource.XO_RO_SHI_RO_128_PP.create(Bootstrap.SEED ^ salt);
    SortedMap<Integer, Double> cuts = new TreeMap<>();
    cut(values, 0, values.length, random, cuts);
    List<Integer> at = List.copyOf(cuts.keySet());
    List<Change> changes = new ArrayList<>();
    for (int i = 0; i < at.size(); i++) {
      int start = i == 0 ? 0 : at.get(i - 1);
      int end = i + 1 == at.size() ? values.length : at.get(i + 1);
      double before = mean(values, start, at.get(i));
      double after = mean(values, at.get(i), end);
      changes.add(new Change(at.get(i), cuts.getOrDefault(at.get(i), LEVEL), before, after));
    }
    return changes;
  }

  private static void cut(
      double[] values, int from, int to, UniformRandomProvider random, Map<Integer, Double> cuts) {
    double[] part = Arrays.copyOfRange(values, from, to);
    Cut best = best(part);
    double pValue = pValue(part, best.energy(), random);
    if (pValue <= LEVEL) {
      cuts.put(from + best.at(), pValue);
      cut(values, from, from + best.at(), random, cuts);
      cut(values, from + best.at(), to, random, cuts);
    }
  }

  /** Where two sides differ most; no energy where there is no room for a cut. */
  private static Cut best(double[] values) {
    int size = values.length;
    Cut best = new Cut(0, 0);
    double left = 0;
    double right = distances(values);
    double across = 0;
    for (int at = 1; at <= size - MIN_SEGMENT; at++) {
      double toLeft = 0;
      double toRight = 0;
      for (int i = 0; i < size; i++) {
        double distance = Math.abs(values[i] - values[at - 1]);
        if (i < at) {
          toLeft += distance;
        } else {
          toRight += distance;
        }
      }
      left += toLeft;
      right -= toRight;
      across += toRight - toLeft;
      if (at >= MIN_SEGMENT) {
        double energy = energy(across, left, right, at, size - at);
        best = energy > best.energy() ? new Cut(at, energy) : best;
      }
    }
    return best;
  }

  private static double distances(double[] values) {
    double sum = 0;
    for (int i = 0; i < values.length; i++) {
      for (int j = 0; j < i; j++) {
        sum += Math.abs(values[i] - values[j]);
      }
    }
    return sum;
  }

  /** How far apart two sides are beyond what their own values are; the paper's equation 7. */
  private static double energy(double across, double left, double right, double m, double n) {
    double between = 2 / (m * n) * across;
    double within = 2 / (m * (m - 1)) * left + 2 / (n * (n - 1)) * right;
    return m * n / (m + n) * (between - within);
  }

  private static double pValue(double[] values, double energy, UniformRandomProvider random) {
    if (!(energy > 0)) {
      return 1;
    }
    double[] order = values.clone();
    // Rounding differs with the order of the same sum.
    double reached = energy * (1 - ROUNDING);
    int asGood = 1;
    for (int i = 0; i < PERMUTATIONS; i++) {
      shuffle(order, random);
      asGood += best(order).energy() >= reached ? 1 : 0;
    }
    return asGood / (PERMUTATIONS + 1.0);
  }

  private static void shuffle(double[] values, UniformRandomProvider random) {
    for (int i = values.length - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      double value = values[i];
      values[i] = values[other];
      values[other] = value;
    }
  }

  private static double mean(double[] values, int from, int to) {
    return Arrays.stream(values, from, to).average().orElse(Double.NaN);
  }
}
