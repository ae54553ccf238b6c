package io.rpcstress.analysis.table;

import io.rpcstress.analysis.answer.Overview.Scope;
import io.rpcstress.analysis.answer.Pair;
import io.rpcstress.analysis.answer.Verdicts;
import io.rpcstress.analysis.model.SweepData;
import io.rpcstress.measure.Column;
import io.rpcstress.measure.LoadShape;
import io.rpcstress.measure.statistics.Bootstrap;
import io.rpcstress.measure.statistics.Holm;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;

/** Every series of timed loops against the baseline, with what is shown and what is withheld. */
final class SteadyVerdictsTable {

  private static final int RATIO_DECIMALS = 3;
  private static final int RATE_DECIMALS = 1;
  private static final double MEDIAN = 50;
  private static final double P99 = 99;

  private static final String WITHHELD = "withheld: ";

  /** Calls under way that differ by more than this factor make different loads. */
  private static final double SAME_LOAD = 1.25;

  private SteadyVerdictsTable() {}

  /** The table; empty where there is nothing to compare. */
  static List<Table> of(SweepData data) {
    Verdicts verdicts = Verdicts.of(data);
    return verdicts.of(LoadShape.TIMED).isEmpty() ? List.of() : List.of(table(data, verdicts));
  }

  private static Table table(SweepData data, Verdicts verdicts) {
    return new Columns<Pair>()
        .add("technology", pair -> data.timedLabel(pair.cell().series()))
        .add("baseline", pair -> data.timedLabel(pair.reference().series()))
        .add("threads", pair -> pair.cell().point().threadNum())
        .add(
            Heading.counts("processes", "and", "baseline"),
            pair -> Entry.both(pair.cell().valid().size(), pair.reference().valid().size()))
        .ratio("time ratio", "95 % interval", RATIO_DECIMALS, Pair::ratio)
        .add("standing", Pair::standing)
        .add(
            Heading.counts("calls under way", "and", "baseline").typed(Column.Type.NUMBER),
            SteadyVerdictsTable::callsUnderWay)
        .add(Heading.marked("p50 ratio"), pair -> latency(pair, MEDIAN))
        .add(Heading.marked("p99 ratio"), pair -> latency(pair, P99))
        .table(
            "steady-verdicts",
            Scope.ofTimed(data).label()
                + ": time of a call by that of the baseline, with standings",
            verdicts.of(LoadShape.TIMED),
            "Time ratio: calls/s of the baseline by those of the technology, so that above 1 is slower,"
                + " as in the paper's tables of runtime. Only points of the same load are compared.",
            String.format(
                Locale.ROOT,
                "Intervals are %d %% t intervals over valid processes, or over server starts if "
                    + "the rows name several. %d verdicts of this report, of timed loops and of "
                    + "first seconds, are judged together after Holm at %.0f %%; the interval "
                    + "beside a standing decides it.",
                Bootstrap.CONFIDENCE_PERCENT,
                verdicts.family(),
                100 * Holm.LEVEL),
            "Latencies are compared if both sides had the same number of calls under way (within "
                + "a factor of 1.25) and no flag forbids it. They are ratios of closed-loop "
                + "percentiles, which are not a user's, and carry no verdict.");
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
    double one = pair.cell().callsUnderWay();
    double other = pair.reference().callsUnderWay();
    if (Double.isNaN(one) || Double.isNaN(other)) {
      return Entry.word(WITHHELD + "calls under way unknown");
    }
    if (Math.max(one, other) > SAME_LOAD * Math.min(one, other)) {
      return Entry.word(WITHHELD + "calls under way differ");
    }
    double above = pair.cell().latency().at(level);
    double below = pair.reference().latency().at(level);
    return Entry.of(above / below, RATIO_DECIMALS, "");
  }
}
