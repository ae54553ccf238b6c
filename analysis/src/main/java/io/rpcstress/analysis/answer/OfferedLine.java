package io.rpcstress.analysis.answer;

import static io.rpcstress.analysis.model.Sentence.text;

import io.rpcstress.measure.statistics.Interval;
import io.rpcstress.measure.statistics.Verdict;

/**
 * What one comparison of open loops says, in a sentence.
 *
 * @param comparison corrected for all that its report says
 */
record OfferedLine(Comparison comparison) {

  private static final double PERCENT = 100;

  VerdictInWords words() {
    Interval ratio = comparison.overall().interval();
    String load = Overview.load(comparison.them());
    String said = "Open loop" + (load.isEmpty() ? "" : " (" + load + ")") + ", " + judged(ratio);
    return new VerdictInWords(
        said,
        Double.isNaN(ratio.value())
            ? "nothing is left to compare."
            : text(
                    "%s of %s is %.2f times that of %s%s.",
                    percentile(),
                    them(),
                    ratio.value(),
                    us(),
                    ratio.isKnown()
                        ? " (" + AnswerLine.interval(ratio, comparison.overall().unit()) + ")"
                        : "")
                + (comparison.verdict() == Verdict.NO_DIFFERENCE ? AnswerLine.tie(ratio) : ""));
  }

  private String us() {
    return Overview.name(comparison.us());
  }

  private String them() {
    return Overview.name(comparison.them());
  }

  private String percentile() {
    return comparison.measured().equals(Level.P50.label())
        ? "the median response time"
        : "the p99 response time";
  }

  private String judged(Interval ratio) {
    return switch (comparison.verdict()) {
      case SLOWER -> less(us(), them(), 1 - 1 / ratio.value());
      case FASTER -> less(them(), us(), 1 - ratio.value());
      case NO_DIFFERENCE -> text("no difference is shown between %s and %s", us(), them());
      case NONE ->
          text(
              "no verdict between %s and %s (%s)",
              us(), them(), String.join("; ", comparison.withheld()));
    };
  }

  private String less(String faster, String slower, double share) {
    return text(
        "%s of %s is %.1f %% below that of %s", percentile(), faster, PERCENT * share, slower);
  }
}
