package io.rpcstress.analysis.compare;

import static io.rpcstress.analysis.model.Sentence.text;
import static java.util.stream.Collectors.joining;

import io.rpcstress.analysis.answer.Comparison;
import io.rpcstress.analysis.answer.Comparison.Pair;
import io.rpcstress.analysis.answer.Estimate;
import io.rpcstress.analysis.model.SharedDimensions;
import io.rpcstress.analysis.table.Table;
import io.rpcstress.analysis.table.TableFiles;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.statistics.Bootstrap;
import io.rpcstress.measure.statistics.Interval;
import io.rpcstress.measure.statistics.Nested;
import io.rpcstress.measure.statistics.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A comparison as Markdown. */
public final class ComparisonText {

  /** As many points as a person looks at; JSON has all. */
  private static final int POINTS_SHOWN = 40;

  private static final double MICROS_PER_MILLI = 1e3;

  private ComparisonText() {}

  /** The whole text. */
  public static String of(SweepComparison comparison) {
    StringBuilder text = new StringBuilder();
    text.append(
        text(
            "# %s against %s%n%n%d points compared; time after / before, above 1 is slower.%n%n",
            comparison.after().name(), comparison.before().name(), comparison.compared()));
    text.append(tables(comparison).stream().map(TableFiles::markdown).collect(joining("\n")));
    return text.toString().replace(System.lineSeparator(), "\n");
  }

  /** Over all points, point by point, what is not compared, and what else differs. */
  public static List<Table> tables(SweepComparison comparison) {
    List<Table> tables = new ArrayList<>();
    if (comparison.compared() > 0) {
      tables.add(overall(comparison));
      tables.add(loads(comparison));
    }
    tables.add(rest(comparison));
    tables.add(differences(comparison));
    return tables;
  }

  private static Table overall(SweepComparison comparison) {
    return new Table(
        "overall",
        "Over all loads of a technology" + ofAllOpen(comparison),
        List.of(
            "technology",
            "measured",
            "loads",
            "ratio",
            "interval",
            "interval over",
            "verdict",
            "slower",
            "faster",
            "not shown",
            "withheld because"),
        comparison.all().stream().map(ComparisonText::row).toList(),
        List.of(
            "Ratio: geometric mean over the loads, after by before. Of counted loops it is of the time"
                + " of a run in the first seconds of a JVM (order 0 dropped); of timed loops of the time"
                + " of a call over whole windows of the processes that no flag leaves out, or of all of"
                + " them without a verdict where none is left; of open loops of a percentile of the"
                + " response time, from when a call was due.",
            text(
                "Interval: %d %% %s, %d resamples, seed %d; over server starts %s where the rows name"
                    + " several, else over processes, two a side at least; else over points, one"
                    + " process each, or over runs, which carry no verdict. A verdict is given only"
                    + " where a difference is shown after Holm's correction for the %d verdicts here.",
                Bootstrap.CONFIDENCE_PERCENT,
                Bootstrap.METHOD,
                Bootstrap.RESAMPLES,
                Bootstrap.SEED,
                Nested.METHOD,
                comparison.family())));
  }

  /** What rows of open loops do not say, since all have it, in brackets. */
  private static String ofAllOpen(SweepComparison comparison) {
    String words =
        SharedDimensions.of(
                comparison.loops().stream()
                    .flatMap(loop -> loop.pairs().stream())
                    .map(Pair::point)
                    .filter(point -> point.offered() != null)
                    .map(Point::dimensions))
            .allWords();
    return words.isEmpty() ? "" : " (open: " + words + ")";
  }

  private static List<String> row(Comparison one) {
    return List.of(
        one.them(),
        one.measured(),
        Integer.toString(one.pairs().size()),
        ratio(one.overall()),
        interval(one.overall()),
        one.overall().interval().isKnown() ? one.overall().unit().label() : "",
        one.verdict().label(),
        Integer.toString(one.with(Verdict.SLOWER).size()),
        Integer.toString(one.with(Verdict.FASTER).size()),
        Integer.toString(one.with(Verdict.NO_DIFFERENCE).size()),
        String.join("; ", one.withheld()));
  }

  /** Those of verdicts and of the largest differences first. */
  private static Table loads(SweepComparison comparison) {
    record Load(Comparison of, Pair pair) {}
    List<Load> all =
        comparison.all().stream()
            .flatMap(each -> each.pairs().stream().map(pair -> new Load(each, pair)))
            .sorted(
                Comparator.comparing((Load l) -> l.pair().verdict() == Verdict.NONE)
                    .thenComparing(l -> l.pair().leaning() == Verdict.NO_DIFFERENCE)
                    .thenComparingDouble(
                        l -> -Math.abs(Math.log(l.pair().ratio().interval().value()))))
            .toList();
    return new Table(
        "loads",
        "Load by load, verdicts and the largest differences first",
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
        all.stream().limit(POINTS_SHOWN).map(l -> load(l.of(), l.pair())).toList(),
        List.of(
            text("%d loads, %d shown.", all.size(), Math.min(POINTS_SHOWN, all.size())),
            "Before and after: means over processes. The ratio is of geometric means where the rows name"
                + " several servers, and then not quite the one by the other. Where a side has one"
                + " process, the interval is over the correlated runs in it: narrower than the truth,"
                + " and no verdict. For a verdict on one load repeat whole processes."));
  }

  private static List<String> load(Comparison of, Pair pair) {
    double unit = of.isCounted() ? MICROS_PER_MILLI : 1;
    return List.of(
        pair.point().toString(),
        of.measured(),
        pair.theirs().size() + ", " + pair.ours().size(),
        text("%.1f", unit * pair.theirs().average()),
        text("%.1f", unit * pair.ours().average()),
        ratio(pair.ratio()),
        interval(pair.ratio()),
        pair.verdict().label(),
        String.join("; ", pair.withheld()));
  }

  private static Table rest(SweepComparison comparison) {
    List<List<String>> rows = new ArrayList<>();
    comparison.newlyFailed().stream()
        .limit(POINTS_SHOWN)
        .forEach(
            f -> rows.add(List.of(f.point().toString(), "failed after: " + f.cause().label())));
    comparison.leftOut().stream()
        .limit(POINTS_SHOWN)
        .forEach(l -> rows.add(List.of(l.point().toString(), l.reason())));
    return new Table(
        "not-compared",
        "Points that are not compared",
        List.of("point", "why"),
        rows,
        List.of(
            text(
                "%d newly failed, %d left out, %d only before, %d only after; the first %d of a kind"
                    + " are shown.",
                comparison.newlyFailed().size(),
                comparison.leftOut().size(),
                comparison.onlyBefore().size(),
                comparison.onlyAfter().size(),
                POINTS_SHOWN)));
  }

  private static Table differences(SweepComparison comparison) {
    return new Table(
        "differences",
        "What else differs between the two sweeps",
        List.of("fact", "before", "after"),
        Stream.of(comparison.differences())
            .flatMap(List::stream)
            .map(d -> List.of(d.name(), d.before(), d.after()))
            .toList(),
        List.of());
  }

  private static String ratio(Estimate estimate) {
    double value = estimate.interval().value();
    return Double.isFinite(value) ? text("%.3f", value) : "";
  }

  private static String interval(Estimate estimate) {
    Interval interval = estimate.interval();
    return interval.isKnown() ? text("%.3f to %.3f", interval.low(), interval.high()) : "";
  }
}
