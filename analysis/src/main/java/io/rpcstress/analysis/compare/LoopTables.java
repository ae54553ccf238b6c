package io.rpcstress.analysis.compare;

import static io.rpcstress.analysis.compare.ComparisonText.interval;
import static io.rpcstress.analysis.model.Sentence.text;

import io.rpcstress.analysis.answer.Comparison;
import io.rpcstress.analysis.answer.Estimate;
import io.rpcstress.analysis.model.SharedDimensions;
import io.rpcstress.analysis.table.Table;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.statistics.Bootstrap;
import io.rpcstress.measure.statistics.Verdict;
import java.util.Comparator;
import java.util.List;

/** Timed and open loops of two sweeps, as tables. */
final class LoopTables {

  private LoopTables() {}

  static Table overall(SweepComparison comparison) {
    return new Table(
        "loops",
        "Timed and open loops over all loads of a technology" + ofAllOpen(comparison),
        List.of(
            "technology",
            "measured",
            "loads",
            "ratio",
            "interval",
            "interval over",
            "verdict",
            "withheld because"),
        comparison.loops().stream()
            .map(
                l ->
                    List.of(
                        l.them(),
                        l.measured(),
                        Integer.toString(l.pairs().size()),
                        ratio(l.overall()),
                        known(l.overall()),
                        unit(l.overall()),
                        l.verdict().label(),
                        String.join("; ", l.withheld())))
            .toList(),
        List.of(
            "Ratio: geometric mean over the loads. Of timed loops it is of the time of a call over whole"
                + " windows of the processes that no flag leaves out, or of all of them without a"
                + " verdict where none is left; of open loops of a percentile of the response time,"
                + " from when a call was due.",
            text(
                "Interval: %d %%, over server starts where the rows name several, else over processes;"
                    + " two a side at least. %d verdicts of this comparison are judged together after"
                    + " Holm.",
                Bootstrap.CONFIDENCE_PERCENT, comparison.family())));
  }

  /** What rows of open loops do not say, since all have it, in brackets. */
  private static String ofAllOpen(SweepComparison comparison) {
    String words =
        SharedDimensions.of(
                comparison.loops().stream()
                    .flatMap(loop -> loop.pairs().stream())
                    .map(Comparison.Pair::point)
                    .filter(point -> point.offered() != null)
                    .map(Point::dimensions))
            .allWords();
    return words.isEmpty() ? "" : " (open: " + words + ")";
  }

  /** Those of the largest differences first. */
  static Table loads(SweepComparison comparison, int shown) {
    record Load(Comparison of, Comparison.Pair pair) {}
    List<Load> all =
        comparison.loops().stream()
            .flatMap(l -> l.pairs().stream().map(p -> new Load(l, p)))
            .sorted(
                Comparator.comparing((Load l) -> l.pair().verdict() == Verdict.NONE)
                    .thenComparingDouble(
                        l -> -Math.abs(Math.log(l.pair().ratio().interval().value()))))
            .toList();
    return new Table(
        "loop-loads",
        "Timed and open loops, load by load",
        List.of(
            "load",
            "measured",
            "processes before, after",
            "before, us",
            "after, us",
            "ratio",
            "interval",
            "verdict",
            "withheld because"),
        all.stream()
            .limit(shown)
            .map(
                l ->
                    List.of(
                        l.pair().point().toString(),
                        l.of().measured(),
                        l.pair().theirs().size() + ", " + l.pair().ours().size(),
                        text("%.1f", l.pair().theirs().average()),
                        text("%.1f", l.pair().ours().average()),
                        ratio(l.pair().ratio()),
                        known(l.pair().ratio()),
                        l.pair().verdict().label(),
                        String.join("; ", l.pair().withheld())))
            .toList(),
        List.of(
            text("%d loads, %d shown, verdicts first.", all.size(), Math.min(shown, all.size())),
            "Before and after: means over processes. The ratio is of geometric means where the rows name"
                + " several servers, and then not quite the one by the other."));
  }

  private static String ratio(Estimate estimate) {
    double value = estimate.interval().value();
    return Double.isFinite(value) ? text("%.3f", value) : "";
  }

  private static String known(Estimate estimate) {
    return estimate.interval().isKnown() ? interval(estimate.interval()) : "";
  }

  private static String unit(Estimate estimate) {
    return estimate.interval().isKnown() ? estimate.unit().label() : "";
  }
}
