package io.rpcstress.analysis.compare;

import static io.rpcstress.analysis.model.Sentence.text;

import io.rpcstress.analysis.answer.Pair;
import io.rpcstress.analysis.compare.SweepComparison.Compared;
import io.rpcstress.measure.statistics.Interval;
import io.rpcstress.measure.statistics.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Whether a later sweep may pass: no technology became slower than is allowed at any load. It fails
 * on a verdict alone, and passes what is shown not to be slower by that much; so does a measurement
 * beside its own copy, whatever its interval. All else is undecided. One that is slower than is
 * allowed by its ratio, without a verdict, is no pass: it was not measured well enough.
 *
 * @param findings one a load of a technology, and one a further reason
 */
public record Gate(List<Finding> findings) {

  /** How one comparison, or the gate, ends; the worst last. */
  public enum Outcome {
    PASS,
    UNDECIDED,
    FAIL
  }

  /** One reason. */
  public record Finding(Outcome outcome, String words) {}

  /** Copies the list. */
  public Gate {
    findings = List.copyOf(findings);
  }

  public static Gate of(SweepComparison found, double factor, Set<String> unread) {
    List<Finding> findings = new ArrayList<>();
    found.compared().forEach(each -> findings.add(finding(each, factor)));
    if (!found.newlyFailed().isEmpty()) {
      findings.add(
          new Finding(
              Outcome.FAIL, found.newlyFailed().size() + " points failed that had a result"));
    }
    found.compared().stream()
        .map(each -> each.pair().point().directoryName())
        .distinct()
        .filter(unread::contains)
        .forEach(
            folder ->
                findings.add(
                    new Finding(Outcome.UNDECIDED, "rows of " + folder + " could not be read")));
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
    if (pair.isOfOneMeasurement()) {
      return new Finding(Outcome.PASS, words + ": one measurement and its copy");
    }
    if (pair.verdict() == Verdict.NONE) {
      return new Finding(Outcome.UNDECIDED, words + ": " + pair.standing());
    }
    if (pair.verdict() == Verdict.SLOWER && interval.value() >= factor) {
      return new Finding(Outcome.FAIL, words);
    }
    return interval.high() < factor
        ? new Finding(Outcome.PASS, words)
        : new Finding(
            Outcome.UNDECIDED,
            words + text(": %.3f times is not ruled out; measure more processes", factor));
  }

  /** How the gate ends: as the worst of what was found, undecided where nothing was. */
  public Outcome outcome() {
    return findings.stream()
        .map(Finding::outcome)
        .max(Outcome::compareTo)
        .orElse(Outcome.UNDECIDED);
  }
}
