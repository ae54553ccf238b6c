package io.rpcstress.analysis.compare;

import static io.rpcstress.analysis.model.Sentence.text;

import io.rpcstress.analysis.answer.Pair;
import io.rpcstress.analysis.compare.SweepComparison.Compared;
import io.rpcstress.measure.statistics.Interval;
import io.rpcstress.measure.statistics.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Whether a later sweep may pass: no technology became slower than is allowed at any load. It fails
 * on a verdict alone, and passes what is shown not to be slower by that much; so does a measurement
 * beside its own copy, whatever its interval. All else is undecided. One that is slower than is
 * allowed by its ratio, without a verdict, is no pass: it was not measured well enough.
 *
 * @param findings one a load of a technology, and one a further reason; the worst first
 */
public record Gate(List<Finding> findings) {

  /** How one comparison, or the gate, ends; the worst last. */
  public enum Outcome {
    PASS,
    UNDECIDED,
    FAIL;

    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * One reason.
   *
   * @param isSlower whether it is a load at which a technology was shown to be slower
   */
  public record Finding(Outcome outcome, boolean isSlower, String words) {}

  public static Gate of(SweepComparison found, double factor, Set<String> unread) {
    List<Finding> findings = new ArrayList<>();
    found.compared().forEach(each -> findings.add(finding(each, factor)));
    if (!found.newlyFailed().isEmpty()) {
      findings.add(
          new Finding(
              Outcome.FAIL,
              false,
              found.newlyFailed().size() + " points failed that had a result"));
    }
    found.compared().stream()
        .map(each -> each.pair().point().directoryName())
        .distinct()
        .filter(unread::contains)
        .forEach(
            folder ->
                findings.add(
                    new Finding(
                        Outcome.UNDECIDED, false, "rows of " + folder + " could not be read")));
    findings.sort(Comparator.comparing(Finding::outcome).reversed());
    return new Gate(findings);
  }

  private static Finding finding(Compared one, double factor) {
    Pair pair = one.pair();
    Interval interval = pair.ratio().interval();
    String words =
        text(
            "%s at %s%s takes %.3f times its earlier time%s",
            one.label(),
            one.load().words(),
            one.isCounted() ? "" : " (" + one.measured() + ")",
            interval.value(),
            interval.isKnown() ? text(" (%.3f to %.3f)", interval.low(), interval.high()) : "");
    boolean isSlower = pair.verdict() == Verdict.SLOWER;
    if (pair.isOfOneMeasurement()) {
      return new Finding(Outcome.PASS, false, words + ": one measurement and its copy");
    }
    if (pair.verdict() == Verdict.NONE) {
      return new Finding(Outcome.UNDECIDED, false, words + ": " + pair.standing());
    }
    if (isSlower && interval.value() >= factor) {
      return new Finding(Outcome.FAIL, true, words);
    }
    return interval.high() < factor
        ? new Finding(Outcome.PASS, isSlower, words)
        : new Finding(
            Outcome.UNDECIDED,
            isSlower,
            words + text(": %.3f times is not ruled out; %s", factor, whatWould(pair, factor)));
  }

  /** What would likely decide: to rule the factor out, or to show that the ratio is above 1. */
  private static String whatWould(Pair pair, double factor) {
    double ratio = pair.ratio().value();
    OptionalInt more = pair.processesMissing(ratio < factor ? factor / ratio : ratio);
    return more.isEmpty()
        ? "no number of processes decides it at this spread"
        : text(
            "about %d more process%s a side would decide",
            more.getAsInt(), more.getAsInt() == 1 ? "" : "es");
  }

  /** How the gate ends: as the worst of what was found, undecided where nothing was. */
  public Outcome outcome() {
    return findings.stream()
        .map(Finding::outcome)
        .max(Outcome::compareTo)
        .orElse(Outcome.UNDECIDED);
  }
}
