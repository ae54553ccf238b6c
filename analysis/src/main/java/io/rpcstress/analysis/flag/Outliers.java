package io.rpcstress.analysis.flag;

import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.Run;
import java.util.List;
import org.apache.commons.statistics.descriptive.Median;
import org.apache.commons.statistics.descriptive.Quantile;

/**
 * The warm runs of a cell that lie far from the others, by Tukey's outer fences: three times the
 * distance of the quartiles beyond them ("far out", Exploratory Data Analysis, 1977). They are
 * kept: a run that happened is a result.
 */
final class Outliers {

  /** A run that is closer to the median than this is no outlier, however close the others are. */
  private static final double MIN_CHANGE = 0.05;

  private static final double FENCE = 3;

  /** With fewer runs there are no quartiles to speak of. */
  private static final int MIN_RUNS = 5;

  private Outliers() {}

  /** Those beyond the fences, in their order. */
  static List<Run> of(Cell cell) {
    List<Run> warm = cell.counted();
    double[] times = warm.stream().mapToDouble(Run::timeMs).toArray();
    if (times.length < MIN_RUNS) {
      return List.of();
    }
    double median = Median.withDefaults().withCopy(true).evaluate(times);
    double[] quartiles = Quantile.withDefaults().withCopy(true).evaluate(times, 0.25, 0.75);
    double reach = FENCE * (quartiles[1] - quartiles[0]);
    return warm.stream()
        .filter(
            o ->
                (o.timeMs() < quartiles[0] - reach || o.timeMs() > quartiles[1] + reach)
                    && Math.abs(o.timeMs() / median - 1) >= MIN_CHANGE)
        .toList();
  }
}
