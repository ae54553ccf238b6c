package io.rpcstress.analysis.table;

import io.rpcstress.analysis.answer.Comparison;
import io.rpcstress.analysis.answer.Comparison.Pair;
import io.rpcstress.analysis.answer.Estimate;
import io.rpcstress.analysis.answer.Overview.Scope;
import io.rpcstress.analysis.answer.Verdicts;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.Column;
import io.rpcstress.measure.statistics.Bootstrap;
import io.rpcstress.measure.statistics.Holm;
import io.rpcstress.measure.statistics.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;

/** Every series of timed loops against the baseline, with what is shown and what is withheld. */
final class SteadyVerdictsTable {

  private static final int RATIO_DECIMALS = 3;
  private static final int RATE_DECIMALS = 1;
  private static final double MEDIAN = 50;
  private static final double P99 = 99;

  private static final Columns<Estimate> RATIO =
      EstimateCells.ratio("time ratio", "95 % interval", RATIO_DECIMALS);

  private static final String WITHHELD = "withheld: ";

  /** Calls under way that differ by more than this factor make different loads. */
  private static final double SAME_LOAD = 1.25;

  private SteadyVerdictsTable() {}

  /** A comparison at one thread count, or over all of them: then without a pair. */
  private record Line(
      Comparison comparison,
      Entry threads,
      Entry processes,
      Estimate ratio,
      Verdict verdict,
      List<String> withheld,
      Optional<Pair> pair) {}

  /** The table; empty where there is nothing to compare. */
  static List<Table> of(SweepData data) {
    Verdicts verdicts = Verdicts.of(data);
    List<Line> rows = new ArrayList<>();
    for (Comparison comparison : verdicts.steady()) {
      comparison.pairs().forEach(pair -> rows.add(row(comparison, pair)));
      if (comparison.pairs().size() > 1) {
        rows.add(overall(comparison));
      }
    }
    return rows.isEmpty() ? List.of() : List.of(table(data, rows, verdicts.family()));
  }

  private static Table table(SweepData data, List<Line> rows, int family) {
    return new Columns<Line>()
        .add("technology", line -> line.comparison().them())
        .add("baseline", line -> line.comparison().us())
        .add(Heading.marked("threads").typed(Column.Type.INTEGER), Line::threads)
        .add(Heading.counts("processes", "and", "baseline"), Line::processes)
        .addAll(RATIO, Line::ratio)
        .add("verdict", line -> line.verdict().label())
        .add("withheld because", line -> String.join("; ", line.withheld()))
        .add(
            Heading.counts("calls under way", "and", "baseline").typed(Column.Type.NUMBER),
            line -> of(line, SteadyVerdictsTable::callsUnderWay))
        .add(Heading.marked("p50 ratio"), line -> of(line, pair -> latency(pair, MEDIAN)))
        .add(Heading.marked("p99 ratio"), line -> of(line, pair -> latency(pair, P99)))
        .table(
            "steady-verdicts",
            Scope.ofTimed(data).label() + ": time of a call by that of the baseline, with verdicts",
            rows,
            "Time ratio: calls/s of the baseline by those of the technology, so that above 1 is slower,"
                + " as in the paper's tables of runtime. Only points of the same load are compared.",
            String.format(
                Locale.ROOT,
                "Intervals are %d %% t intervals over valid processes: over server starts where the rows"
                    + " name several. The geometric mean is over thread counts, round by round: a round"
                    + " of which a process is left out at any of them is not in it.",
                Bootstrap.CONFIDENCE_PERCENT),
            String.format(
                Locale.ROOT,
                "%d verdicts of this report, of timed loops and of first seconds, are judged together after Holm"
                    + " at %.0f %%; an interval is printed as it is for one.",
                family,
                100 * Holm.LEVEL),
            "Latencies are compared where both sides had the same number of calls under way (within a"
                + " factor of 1.25) and no flag speaks against it; they are ratios of closed-loop"
                + " percentiles, which are not a user's, and carry no verdict.");
  }

  private static Line row(Comparison comparison, Pair pair) {
    return new Line(
        comparison,
        Entry.of(pair.cell().point().threadNum()),
        Entry.both(pair.cell().valid().size(), pair.reference().valid().size()),
        pair.ratio(),
        pair.verdict(),
        pair.withheld(),
        Optional.of(pair));
  }

  private static Line overall(Comparison comparison) {
    return new Line(
        comparison,
        Entry.word("geometric mean of " + comparison.pairs().size()),
        Entry.EMPTY,
        comparison.overall(),
        comparison.verdict(),
        comparison.withheld(),
        Optional.empty());
  }

  private static Entry of(Line line, Function<Pair, Entry> what) {
    return line.pair().map(what).orElse(Entry.EMPTY);
  }

  private static Entry callsUnderWay(Pair pair) {
    return Entry.range(
        pair.cell().callsUnderWay(), pair.reference().callsUnderWay(), RATE_DECIMALS);
  }

  /** One percentile by the other; why not, where the two are not of the same load. */
  private static Entry latency(Pair pair, double level) {
    TreeSet<String> against = new TreeSet<>(pair.cell().againstLatencies());
    against.addAll(pair.reference().againstLatencies());
    if (!against.isEmpty()) {
      return Entry.word(WITHHELD + String.join(", ", against));
    }
    Double one = pair.cell().callsUnderWay();
    Double other = pair.reference().callsUnderWay();
    if (one == null || other == null) {
      return Entry.word(WITHHELD + "calls under way unknown");
    }
    if (Math.max(one, other) > SAME_LOAD * Math.min(one, other)) {
      return Entry.word(WITHHELD + "calls under way differ");
    }
    Double above = pair.cell().latency().at(level);
    Double below = pair.reference().latency().at(level);
    return above == null || below == null
        ? Entry.EMPTY
        : Entry.of(above / below, RATIO_DECIMALS, "");
  }
}
