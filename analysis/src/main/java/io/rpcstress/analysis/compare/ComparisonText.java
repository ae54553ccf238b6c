package io.rpcstress.analysis.compare;

import static io.rpcstress.analysis.model.Sentence.text;
import static java.util.stream.Collectors.joining;

import io.rpcstress.analysis.answer.Comparison;
import io.rpcstress.analysis.answer.Comparison.Pair;
import io.rpcstress.analysis.model.SharedDimensions;
import io.rpcstress.analysis.table.Columns;
import io.rpcstress.analysis.table.Table;
import io.rpcstress.analysis.table.TableFiles;
import io.rpcstress.measure.Point;
import io.rpcstress.measure.statistics.Bootstrap;
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
  private static final int DECIMALS = 3;

  private static final Columns<Comparison> OVERALL =
      new Columns<Comparison>()
          .add("technology", Comparison::them)
          .add("measured", Comparison::measured)
          .add("loads", one -> one.pairs().size())
          .ratio("ratio", "interval", DECIMALS, Comparison::overall)
          .add("verdict", one -> one.verdict().label())
          .add("slower", one -> one.with(Verdict.SLOWER).size())
          .add("faster", one -> one.with(Verdict.FASTER).size())
          .add("not shown", one -> one.with(Verdict.TOO_CLOSE).size())
          .add("withheld because", one -> String.join("; ", one.withheld()));

  private static final Columns<Load> LOADS =
      new Columns<Load>()
          .add("load", load -> load.pair().point())
          .add("measured", load -> load.of().measured())
          .add("processes before", load -> load.pair().theirs().size())
          .add("processes after", load -> load.pair().ours().size())
          .add("before, us", 1, load -> load.unit() * load.pair().theirs().average())
          .add("after, us", 1, load -> load.unit() * load.pair().ours().average())
          .estimate("ratio", "interval", DECIMALS, load -> load.pair().ratio())
          .add("verdict", load -> load.pair().verdict().label())
          .add("withheld because", load -> String.join("; ", load.pair().withheld()));

  private ComparisonText() {}

  private record Load(Comparison of, Pair pair) {
    double unit() {
      return of.isCounted() ? MICROS_PER_MILLI : 1;
    }
  }

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
    return OVERALL.table(
        "overall",
        "Over all loads of a technology" + ofAllOpen(comparison),
        comparison.all(),
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
            comparison.family()));
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

  /** Those of verdicts and of the largest differences first. */
  private static Table loads(SweepComparison comparison) {
    List<Load> all =
        comparison.all().stream()
            .flatMap(each -> each.pairs().stream().map(pair -> new Load(each, pair)))
            .sorted(
                Comparator.comparing((Load l) -> l.pair().verdict() == Verdict.NONE)
                    .thenComparing(l -> l.pair().leaning() == Verdict.TOO_CLOSE)
                    .thenComparingDouble(
                        l -> -Math.abs(Math.log(l.pair().ratio().interval().value()))))
            .toList();
    return LOADS.table(
        "loads",
        "Load by load, verdicts and the largest differences first",
        all.stream().limit(POINTS_SHOWN).toList(),
        text("%d loads, %d shown.", all.size(), Math.min(POINTS_SHOWN, all.size())),
        "Before and after: means over processes. The ratio is of geometric means where the rows name"
            + " several servers, and then not quite the one by the other. Where a side has one"
            + " process, the interval is over the correlated runs in it: narrower than the truth,"
            + " and no verdict. For a verdict on one load repeat whole processes.");
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
    return Table.ofTexts(
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
    return Table.ofTexts(
        "differences",
        "What else differs between the two sweeps",
        List.of("fact", "before", "after"),
        Stream.of(comparison.differences())
            .flatMap(List::stream)
            .map(d -> List.of(d.name(), d.before(), d.after()))
            .toList(),
        List.of());
  }
}
