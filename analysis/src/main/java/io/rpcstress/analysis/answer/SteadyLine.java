package io.rpcstress.analysis.answer;

import static io.rpcstress.analysis.model.Sentence.text;

import io.rpcstress.analysis.answer.Comparison.Pair;
import io.rpcstress.analysis.answer.Overview.Scope;
import io.rpcstress.measure.statistics.Interval;
import io.rpcstress.measure.statistics.Verdict;
import java.util.List;

/**
 * What one comparison of timed loops says, in a few sentences. Its scope is the steady state, and
 * it says so: shown, or assumed.
 *
 * @param comparison corrected for all that its report says
 * @param page what the page's timed loops are about
 */
record SteadyLine(Comparison comparison, Scope page) {

  private static final double PERCENT = 100;

  VerdictInWords words() {
    if (comparison.pairs().isEmpty()) {
      return new VerdictInWords(
          text(
              "%s: %s and %s have no point of the same load in common", page.label(), us(), them()),
          "nothing can be said.");
    }
    Interval ratio = comparison.overall().interval();
    return new VerdictInWords(
        scope() + judged(ratio), evidence(ratio) + (comparison.pairs().size() > 1 ? points() : ""));
  }

  private String us() {
    return comparison.us();
  }

  private String them() {
    return comparison.them();
  }

  private String evidence(Interval ratio) {
    if (Double.isNaN(ratio.value())) {
      return left();
    }
    int points = comparison.pairs().size();
    return text(
            "%s takes %.2f times %s's time a call%s (%s).",
            them(),
            ratio.value(),
            us(),
            points == 1 ? "" : " on the geometric mean of " + points + " thread counts",
            AnswerLine.interval(ratio, comparison.overall().unit()))
        + (comparison.verdict() == Verdict.NO_DIFFERENCE ? AnswerLine.tie(ratio) : "");
  }

  /** Where a thread count has no ratio: there is no mean of all, and what is left is said. */
  private String left() {
    List<Pair> with = comparison.pairs().stream().filter(p -> !Double.isNaN(ratioOf(p))).toList();
    if (with.isEmpty()) {
      return "nothing is left to compare.";
    }
    double least = with.stream().mapToDouble(SteadyLine::ratioOf).min().orElseThrow();
    double most = with.stream().mapToDouble(SteadyLine::ratioOf).max().orElseThrow();
    return text(
        "there is no mean over %d thread counts; where both have a number (%s) %s takes %s times"
            + " %s's time a call.",
        comparison.pairs().size(),
        String.join(", ", with.stream().map(p -> threads(p.cell().point().threadNum())).toList()),
        them(),
        with.size() == 1 ? text("%.2f", least) : text("%.2f to %.2f", least, most),
        us());
  }

  private static double ratioOf(Pair pair) {
    return pair.ratio().interval().value();
  }

  private String scope() {
    return (Comparisons.steadyIsShown(comparison.pairs()) ? Scope.STEADY : Scope.ASSUMED_STEADY)
            .label()
        + ", ";
  }

  private String judged(Interval ratio) {
    return switch (comparison.verdict()) {
      case SLOWER -> less(us(), them(), 1 - 1 / ratio.value());
      case FASTER -> less(them(), us(), 1 - ratio.value());
      case NO_DIFFERENCE -> text("no difference is shown between %s and %s", us(), them());
      case NONE -> text("no verdict between %s and %s (withheld%s)", us(), them(), why());
    };
  }

  private static String less(String faster, String slower, double share) {
    return text("%s takes %.1f %% less time a call than %s", faster, PERCENT * share, slower);
  }

  private String why() {
    int out = comparison.withheldPairs().size();
    int all = comparison.pairs().size();
    String reasons = String.join("; ", comparison.withheld());
    return out == 0 || all == 1
        ? ", " + reasons
        : text(" at %d of %d thread counts, %s", out, all, reasons);
  }

  private String points() {
    List<Pair> pairs = comparison.pairs();
    int ties = comparison.with(Verdict.NO_DIFFERENCE).size();
    int withheld = comparison.withheldPairs().size();
    return text(
            " %s is faster at %d of %d thread counts",
            us(), comparison.with(Verdict.SLOWER).size(), pairs.size())
        + where(", " + them() + " at ", comparison.with(Verdict.FASTER))
        + (ties == 0 ? "" : text(", no difference is shown at %d", ties))
        + (withheld == 0 ? "" : text(", %d are withheld", withheld))
        + ".";
  }

  private static String where(String before, List<Pair> pairs) {
    return pairs.isEmpty()
        ? ""
        : before
            + pairs.size()
            + " ("
            + String.join(
                ", ", pairs.stream().map(p -> threads(p.cell().point().threadNum())).toList())
            + ")";
  }

  private static String threads(int n) {
    return n + (n == 1 ? " thread" : " threads");
  }
}
