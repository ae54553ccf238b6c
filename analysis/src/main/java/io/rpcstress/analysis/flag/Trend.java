package io.rpcstress.analysis.flag;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.ProcessRuns;
import io.rpcstress.analysis.model.Run;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.commons.statistics.descriptive.Median;

/**
 * Whether the warm runs of a cell become faster or slower: steady state is shown, not assumed.
 *
 * <p>Kendall's test of each process's runtimes against their order (Mann 1945), the scores of
 * several processes added (as Hirsch and Slack add seasons, 1984). The two-sided p-value is exact:
 * how many of all orders of so few runs are as far from balance (libraries give the coefficient, or
 * a normal approximation that nine runs are too few for). The size is the median of the slopes
 * between any two runs of a process (Theil and Sen), taken of the logarithm of the runtime.
 *
 * @param ratio runtime at the last order by that at the first, as the slope says
 * @param pValue of so clear a trend or a clearer one by chance, two-sided
 */
public record Trend(double ratio, double pValue) {

  /** How likely a steady cell is taken for one with a trend, at most. */
  public static final double SIGNIFICANCE = 0.01;

  /** A change from the first warm run to the last that is smaller is not worth a word. */
  public static final double MIN_CHANGE = 0.05;

  /** Runs of two can have no order to speak of. */
  private static final int MIN_RUNS = 3;

  /** Of a cell; empty where no process has three warm runs. */
  public static Optional<Trend> of(Cell cell) {
    List<ProcessRuns> processes =
        cell.processes().stream().filter(p -> p.counted().size() >= MIN_RUNS).toList();
    if (processes.isEmpty()) {
      return Optional.empty();
    }
    List<Double> slopes = new ArrayList<>();
    double[] ways = {1};
    int score = 0;
    int pairs = 0;
    for (ProcessRuns process : processes) {
      List<Run> runs = process.counted();
      for (int i = 0; i < runs.size(); i++) {
        for (int j = i + 1; j < runs.size(); j++) {
          double change =
              StrictMath.log(runs.get(j).timeMs()) - StrictMath.log(runs.get(i).timeMs());
          slopes.add(change / (runs.get(j).order() - runs.get(i).order()));
          score += (int) Math.signum(change);
          pairs++;
        }
      }
      ways = timesPermutations(ways, runs.size());
    }
    double slope =
        Median.withDefaults().evaluate(slopes.stream().mapToDouble(Double::doubleValue).toArray());
    int first = processes.stream().mapToInt(p -> p.counted().get(0).order()).min().orElseThrow();
    int last =
        processes.stream()
            .mapToInt(p -> p.counted().get(p.counted().size() - 1).order())
            .max()
            .orElseThrow();
    return Optional.of(
        new Trend(StrictMath.exp(slope * (last - first)), pValue(ways, pairs, score)));
  }

  /** Whether it is beyond chance, and large enough to matter. */
  public boolean isShown() {
    return pValue < SIGNIFICANCE && Math.abs(ratio - 1) >= MIN_CHANGE;
  }

  /** How probable each number of inversions is, when one more sequence of a length is added. */
  private static double[] timesPermutations(double[] ways, int length) {
    double[] all = ways;
    for (int placed = 2; placed <= length; placed++) {
      // The next run stands before 0 to placed - 1 of those that are there, all alike.
      double[] next = new double[all.length + placed - 1];
      for (int i = 0; i < all.length; i++) {
        for (int before = 0; before < placed; before++) {
          next[i + before] += all[i] / placed;
        }
      }
      all = next;
    }
    return all;
  }

  private static double pValue(double[] ways, int pairs, int score) {
    // Ties make half an inversion: rounded towards balance, so that the p-value is not too small.
    int most = (pairs - Math.abs(score) + 1) / 2;
    double tail = 0;
    for (int inversions = 0; inversions <= most && inversions < ways.length; inversions++) {
      tail += ways[inversions];
    }
    return Math.min(1, 2 * tail);
  }
}
