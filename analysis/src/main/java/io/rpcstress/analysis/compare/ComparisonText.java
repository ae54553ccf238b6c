package io.rpcstress.analysis.compare;

import static io.rpcstress.analysis.model.Sentence.text;
import static java.util.stream.Collectors.joining;

import io.rpcstress.analysis.answer.Comparison;
import io.rpcstress.analysis.answer.Comparison.Pair;
import io.rpcstress.analysis.answer.Comparison.Unit;
import io.rpcstress.analysis.answer.Comparisons;
import io.rpcstress.analysis.model.Series;
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
    if (!comparison.series().isEmpty()) {
      tables.add(overall(comparison));
      tables.add(points(comparison));
    }
    if (!comparison.loops().isEmpty()) {
      tables.add(LoopTables.overall(comparison));
      tables.add(LoopTables.loads(comparison, POINTS_SHOWN));
    }
    tables.add(rest(comparison));
    tables.add(differences(comparison));
    return tables;
  }

  private static Table overall(SweepComparison comparison) {
    return new Table(
        "overall",
        "Over all points of a technology",
        List.of(
            "technology",
            "points",
            "ratio",
            "interval",
            "verdict",
            "drawn from",
            "slower",
            "faster",
            "not shown",
            "no verdict"),
        comparison.series().stream().map(ComparisonText::row).toList(),
        List.of(
            "Ratio: geometric mean over the points, of the first seconds of a JVM (order 0 dropped)."
                + " Where every point was measured by two processes or more in both sweeps, the interval"
                + " is over server starts, or over processes where the server was one or is not known;"
                + " else over points, one process each, which carries no verdict. Nor does what a flag"
                + " takes out.",
            text(
                "Interval: %d %% %s, %d resamples, seed %d; over server starts %s. A verdict is given"
                    + " only where a difference is shown after Holm's correction for the %d verdicts"
                    + " here.",
                Bootstrap.CONFIDENCE_PERCENT,
                Bootstrap.METHOD,
                Bootstrap.RESAMPLES,
                Bootstrap.SEED,
                Nested.METHOD,
                comparison.family())));
  }

  private static List<String> row(Comparison entry) {
    Interval overall = entry.overall().interval();
    return List.of(
        entry.them(),
        Integer.toString(entry.pairs().size()),
        text("%.3f", overall.value()),
        interval(overall),
        entry.verdict().label(),
        entry.overall().unit().label(),
        Integer.toString(entry.with(Verdict.SLOWER).size()),
        Integer.toString(entry.with(Verdict.FASTER).size()),
        Integer.toString(entry.with(Verdict.NO_DIFFERENCE).size()),
        Integer.toString(entry.with(Verdict.NONE).size()));
  }

  private static Table points(SweepComparison comparison) {
    List<Pair> changed =
        comparison.series().stream()
            .flatMap(e -> e.pairs().stream())
            .filter(p -> p.leaning() != Verdict.NO_DIFFERENCE)
            .sorted(
                Comparator.comparingDouble(p -> -Math.abs(Math.log(p.ratio().interval().value()))))
            .toList();
    List<List<String>> rows =
        changed.stream()
            .limit(POINTS_SHOWN)
            .map(
                p ->
                    List.of(
                        label(p.point()),
                        Integer.toString(p.point().threadNum()),
                        Integer.toString(p.point().requestNum()),
                        text("%.3f", p.reference().timeTotalAvg()),
                        text("%.3f", p.cell().timeTotalAvg()),
                        text("%.3f", p.ratio().interval().value()),
                        interval(p.ratio().interval()),
                        verdict(p)))
            .toList();
    return new Table(
        "points",
        "Points that differ by more than the noise between their processes or runs, largest first",
        List.of(
            "technology",
            "threadNum",
            "requestNum",
            "before, ms",
            "after, ms",
            "ratio",
            "interval",
            "verdict"),
        rows,
        List.of(
            text("%d such points, %d shown.", changed.size(), rows.size()),
            "Where a side has one process, the interval is over the correlated runs in it: narrower than"
                + " the truth, since another process may differ by more, and no verdict. For a verdict on"
                + " one point repeat whole processes.",
            text(
                "Of %d points about %.0f would stand here by chance alone.",
                comparison.counted(),
                comparison.counted() * (1 - Bootstrap.CONFIDENCE_PERCENT / 100.0))));
  }

  /** Technology and variant, and what else tells a point from others of the same load. */
  private static String label(Point point) {
    return Series.of(point).label();
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

  private static String verdict(Pair pair) {
    if (!Comparisons.invalidating(pair).isEmpty()) {
      return "withheld: " + String.join(" ", Comparisons.invalidating(pair));
    }
    return pair.ratio().unit() == Unit.RUN ? "none: one process" : pair.verdict().label();
  }

  static String interval(Interval interval) {
    return interval.isKnown()
        ? text("%.3f to %.3f", interval.low(), interval.high())
        : "none: too few values, or none that differ";
  }
}
