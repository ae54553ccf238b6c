package io.rpcstress.measure.statistics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Where one process is in its steady state: found over the rates of equal windows of time, never
 * assumed from a count of calls.
 *
 * <p>The series is cut at its change points: the partition into segments of constant mean that has
 * the least squared error with a penalty for each cut, found exactly (Killick, Fearnhead and
 * Eckley, JASA 107, 2012; so used on warm-up by Barrett et al., OOPSLA 2017). From the last
 * segment, earlier ones are taken in as long as their means agree with it within {@link
 * #TOLERANCE}, as Barrett et al. do. What is left is steady if it is <em>shown</em> to be:
 *
 * <ul>
 *   <li>it has {@link #MIN_WINDOWS} windows or more, and {@link #MIN_SHARE} of the series;
 *   <li>its two halves agree within {@link #TOLERANCE}, and its windows' standard deviation is no
 *       more than that;
 *   <li>a drift of {@link #MAX_DRIFT} a window is excluded: the slope of a line through it, with
 *       its one-sided bound at {@value #CONFIDENCE}, stays below (an equivalence test; Schuirmann,
 *       1987). Few or noisy windows exclude nothing and are not steady: measure more of them.
 * </ul>
 *
 * If the last segment with all that agrees with it does not pass, later cuts are tried.
 *
 * <p>How often it errs, by simulation with independent normal noise of 2 % and 3 % a window:
 *
 * <table>
 *   <caption>Share of 2,000 series that are found steady</caption>
 *   <tr><th>windows</th><th>flat, 2 %</th><th>flat, 3 %</th><th>drift of 2 % a window</th></tr>
 *   <tr><td>5</td><td>7 %</td><td>2 %</td><td>under 1 %</td></tr>
 *   <tr><td>8</td><td>84 %</td><td>32 %</td><td>under 1 %</td></tr>
 *   <tr><td>10</td><td>99 %</td><td>83 %</td><td>under 1 %</td></tr>
 *   <tr><td>12</td><td>99 %</td><td>95 %</td><td>under 1 %</td></tr>
 *   <tr><td>20</td><td>99 %</td><td>99 %</td><td>under 1 %</td></tr>
 * </table>
 *
 * <p>The end of a warm-up that rises by 9 % of the level a window is found within one window in 98
 * % (noise 2 %) and 92 % (3 %) of cases.
 *
 * <p>A process that drifts by 2 % a window and is asked anew after each of 40 windows is once taken
 * for steady in 4 % (noise 2 %) to 6 % (3 %) of cases. So five windows settle nothing unless they
 * differ by less than 1 %; ten are a good least. Windows that depend on each other (a neighbour's
 * slow load) make all of it worse.
 *
 * <p>Pure and deterministic; stateless; thread-safe.
 */
public final class SteadyState {

  /** A segment of fewer windows than this is never steady. */
  public static final int MIN_WINDOWS = 5;

  /** How far means of parts of a steady segment lie apart at most, as a share. */
  public static final double TOLERANCE = 0.05;

  /** A drift that has to be excluded: share of the level per window. */
  public static final double MAX_DRIFT = 0.015;

  /**
   * A steady segment is no less than this share of the series: a drift rests for no third of it.
   */
  public static final double MIN_SHARE = 1.0 / 3;

  /** Windows that a cut may lie too early. */
  private static final int CUT_PRECISION = 1;

  /** One-sided, since a search that goes on until it is steady asks many times. */
  static final double CONFIDENCE = 0.99;

  /** Penalty of a cut by the logarithm of the series' length. */
  private static final double PENALTY = 4;

  /** Standard deviation of normal noise by the median of its absolute second differences. */
  private static final double NOISE_BY_BEND = 1 / (0.674_49 * Math.sqrt(6));

  /** Noise below this is rounding. */
  private static final double MIN_NOISE = 1e-4;

  private SteadyState() {}

  /**
   * The first window of the steady segment, which lasts to the end of the series.
   *
   * @param windowRates calls/s (or any rate) in equal windows, in the order of time; each finite
   *     and 0 or more; not changed
   * @return index of the window; empty where no steady segment is shown
   */
  public static OptionalInt find(double[] windowRates) {
    if (windowRates.length < MIN_WINDOWS) {
      return OptionalInt.empty();
    }
    double level =
        median(Arrays.copyOfRange(windowRates, windowRates.length / 2, windowRates.length));
    if (level <= 0) {
      return OptionalInt.empty();
    }
    Prefix sums = new Prefix(Arrays.stream(windowRates).map(rate -> rate / level).toArray());
    List<Integer> starts = segments(sums, noise(sums.values));
    int last = starts.get(starts.size() - 1);
    for (int cut : starts) {
      if (sums.agree(starts, cut, last)) {
        // A cut between two windows of a curve may take the last of the curve in.
        for (int start = cut; start <= cut + CUT_PRECISION; start++) {
          if (isSteady(sums, start)) {
            return OptionalInt.of(start);
          }
        }
      }
    }
    return OptionalInt.empty();
  }

  /**
   * Whether the windows that are measured behind a steady segment agree as its own do: the means of
   * their halves within {@link #TOLERANCE}, and their standard deviation no more than that.
   *
   * <p>How often it says no, by simulation with independent normal noise of 2, 3 and 4 % a window:
   * of five flat windows 1, 11 and 31 %, of ten 0, 1 and 15 %; of five that drift by 2 % a window
   * about two thirds, of ten 98 % and more.
   *
   * @param windowRates calls/s (or any rate) in equal windows, in the order of time; each finite
   *     and 0 or more; not changed
   * @return true for a single window, which has nothing to agree with; false where nothing was
   *     answered
   */
  public static boolean isKept(double[] windowRates) {
    Prefix sums = new Prefix(windowRates);
    return sums.mean(0, windowRates.length) > 0 && (windowRates.length < 2 || agree(sums, 0));
  }

  private static boolean isSteady(Prefix sums, int start) {
    int end = sums.values.length;
    int count = end - start;
    if (count < Math.max(MIN_WINDOWS, Math.ceil(end * MIN_SHARE))) {
      return false;
    }
    return agree(sums, start) && excludesDrift(sums, start, sums.mean(start, end));
  }

  /** Whether the halves of what follows agree, and its windows do not spread further. */
  private static boolean agree(Prefix sums, int start) {
    int end = sums.values.length;
    int count = end - start;
    double mean = sums.mean(start, end);
    double first = sums.mean(start, start + count / 2);
    double last = sums.mean(end - count / 2, end);
    double deviation = Math.sqrt(sums.squaredError(start, end) / (count - 1));
    return Math.abs(first - last) <= TOLERANCE * mean && deviation <= TOLERANCE * mean;
  }

  /** Whether the slope, with its bound, is below the drift that has to be excluded. */
  private static boolean excludesDrift(Prefix sums, int start, double mean) {
    int count = sums.values.length - start;
    double centre = (count - 1) / 2.0;
    double across = 0;
    double along = 0;
    for (int i = 0; i < count; i++) {
      across += (i - centre) * (sums.values[start + i] - mean);
      along += (i - centre) * (i - centre);
    }
    double slope = across / along;
    double residual = Math.max(0, sums.squaredError(start, start + count) - slope * across);
    double error = Math.sqrt(residual / (count - 2) / along);
    double reach = error * TDistribution.of(count - 2).inverseSurvivalProbability(1 - CONFIDENCE);
    return (Math.abs(slope) + reach) / mean < MAX_DRIFT;
  }

  /** Where segments of constant mean start, ascending; 0 is the first. */
  private static List<Integer> segments(Prefix sums, double noise) {
    int count = sums.values.length;
    double penalty = PENALTY * StrictMath.log(count) * noise * noise;
    double[] cost = new double[count + 1];
    int[] cut = new int[count + 1];
    cost[0] = -penalty;
    for (int end = 1; end <= count; end++) {
      cost[end] = Double.POSITIVE_INFINITY;
      for (int start = 0; start < end; start++) {
        double with = cost[start] + sums.squaredError(start, end) + penalty;
        if (with < cost[end]) {
          cost[end] = with;
          cut[end] = start;
        }
      }
    }
    List<Integer> starts = new ArrayList<>();
    for (int end = count; end > 0; end = cut[end]) {
      starts.add(0, cut[end]);
    }
    return starts;
  }

  /** Of second differences, so that neither a jump nor a warm-up's slope counts as noise. */
  private static double noise(double[] values) {
    double[] bends = new double[values.length - 2];
    for (int i = 0; i < bends.length; i++) {
      bends[i] = Math.abs(values[i] - 2 * values[i + 1] + values[i + 2]);
    }
    return Math.max(MIN_NOISE, median(bends) * NOISE_BY_BEND);
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int half = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }

  /** Sums from the start, from which those of every segment follow. */
  private static final class Prefix {
    final double[] values;
    private final double[] sums;
    private final double[] squares;

    Prefix(double[] values) {
      this.values = values;
      this.sums = new double[values.length + 1];
      this.squares = new double[values.length + 1];
      for (int i = 0; i < values.length; i++) {
        if (!(values[i] >= 0) || Double.isInfinite(values[i])) {
          throw new IllegalArgumentException("a window's rate is 0 or more, not " + values[i]);
        }
        sums[i + 1] = sums[i] + values[i];
        squares[i + 1] = squares[i] + values[i] * values[i];
      }
    }

    double mean(int start, int end) {
      return (sums[end] - sums[start]) / (end - start);
    }

    double squaredError(int start, int end) {
      double sum = sums[end] - sums[start];
      return Math.max(0, squares[end] - squares[start] - sum * sum / (end - start));
    }

    /** Whether every segment from one on has the mean of the last. */
    boolean agree(List<Integer> starts, int from, int last) {
      double level = mean(last, values.length);
      for (int i = 0; i < starts.size(); i++) {
        int start = starts.get(i);
        int end = i + 1 < starts.size() ? starts.get(i + 1) : values.length;
        if (start >= from && Math.abs(mean(start, end) - level) > TOLERANCE * level) {
          return false;
        }
      }
      return true;
    }
  }
}
