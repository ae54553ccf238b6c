package io.rpcstress.analysis.table;

import io.rpcstress.analysis.answer.Comparison;
import io.rpcstress.analysis.answer.Comparison.Pair;
import io.rpcstress.analysis.answer.Estimate;
import io.rpcstress.analysis.answer.Overview.Scope;
import io.rpcstress.analysis.answer.Verdicts;
import io.rpcstress.analysis.model.Cell;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.statistics.Bootstrap;
import io.rpcstress.measure.statistics.Holm;
import io.rpcstress.measure.statistics.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Every series of timed loops against the baseline, with what is shown and what is withheld. */
final class SteadyVerdictsTable {

  private static final int RATIO_DECIMALS = 3;
  private static final int RATE_DECIMALS = 1;
  private static final double[] LEVELS = {50, 99};
  private static final String WITHHELD = "withheld: ";

  /** Calls under way that differ by more than this factor make different loads. */
  private static final double SAME_LOAD = 1.25;

  private SteadyVerdictsTable() {}

  /** The table; empty where there is nothing to compare. */
  static List<Table> of(SweepData data) {
    Verdicts verdicts = Verdicts.of(data);
    List<List<String>> rows = new ArrayList<>();
    for (Comparison comparison : verdicts.steady()) {
      comparison.pairs().forEach(pair -> rows.add(row(comparison, pair)));
      if (comparison.pairs().size() > 1) {
        rows.add(overall(comparison));
      }
    }
    return rows.isEmpty() ? List.of() : List.of(table(data, rows, verdicts.family()));
  }

  private static Table table(SweepData data, List<List<String>> rows, int family) {
    return new Table(
        "steady-verdicts",
        Scope.ofTimed(data).label() + ": time of a call by that of the baseline, with verdicts",
        List.of(
            "technology",
            "baseline",
            "threads",
            "processes",
            "time ratio",
            "95 % interval",
            "interval over",
            "verdict",
            "withheld because",
            "calls under way",
            "p50 ratio",
            "p99 ratio"),
        rows,
        List.of(
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
                + " percentiles, which are not a user's, and carry no verdict."));
  }

  private static List<String> row(Comparison comparison, Pair pair) {
    Cell cell = pair.cell();
    Cell reference = pair.reference();
    return row(
        comparison,
        Integer.toString(cell.point().threadNum()),
        cell.valid().size() + " and " + reference.valid().size(),
        pair.ratio(),
        pair.verdict(),
        pair.withheld(),
        List.of(
            both(cell.callsUnderWay(), reference.callsUnderWay()),
            latency(pair, LEVELS[0]),
            latency(pair, LEVELS[1])));
  }

  private static List<String> overall(Comparison comparison) {
    return row(
        comparison,
        "geometric mean of " + comparison.pairs().size(),
        "",
        comparison.overall(),
        comparison.verdict(),
        comparison.withheld(),
        List.of("", "", ""));
  }

  private static List<String> row(
      Comparison comparison,
      String threads,
      String processes,
      Estimate ratio,
      Verdict verdict,
      List<String> withheld,
      List<String> rest) {
    double value = ratio.interval().value();
    boolean known = ratio.interval().isKnown();
    List<String> row =
        new ArrayList<>(
            Arrays.asList(
                comparison.them(),
                comparison.us(),
                threads,
                processes,
                Double.isFinite(value) ? Numbers.fixed(value, RATIO_DECIMALS) : "",
                known ? Numbers.interval(ratio.interval(), RATIO_DECIMALS) : "",
                known ? ratio.unit().label() : "",
                verdict.label(),
                String.join("; ", withheld)));
    row.addAll(rest);
    return row;
  }

  private static String both(@Nullable Double one, @Nullable Double other) {
    return one == null || other == null
        ? ""
        : Numbers.fixed(one, RATE_DECIMALS) + " and " + Numbers.fixed(other, RATE_DECIMALS);
  }

  /** One percentile by the other; why not, where the two are not of the same load. */
  private static String latency(Pair pair, double level) {
    TreeSet<String> against = new TreeSet<>(pair.cell().againstLatencies());
    against.addAll(pair.reference().againstLatencies());
    if (!against.isEmpty()) {
      return WITHHELD + String.join(", ", against);
    }
    Double one = pair.cell().callsUnderWay();
    Double other = pair.reference().callsUnderWay();
    if (one == null || other == null) {
      return WITHHELD + "calls under way unknown";
    }
    if (Math.max(one, other) > SAME_LOAD * Math.min(one, other)) {
      return WITHHELD + "calls under way differ";
    }
    Double above = pair.cell().latency().at(level);
    Double below = pair.reference().latency().at(level);
    return above == null || below == null ? "" : Numbers.fixed(above / below, RATIO_DECIMALS);
  }
}
