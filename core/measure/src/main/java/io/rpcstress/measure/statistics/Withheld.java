package io.rpcstress.measure.statistics;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Why two sides carry no verdict, in the words of a standing: one rule for what a console and a
 * report say of the same rows. Pure functions.
 */
public final class Withheld {

  /** How the standing of a rate begins that was too high. */
  public static final String NOT_HELD = "did not hold the rate";

  private static final String NO_INTERVAL = "no interval: no process differs from another";

  private Withheld() {}

  /**
   * What decides whether a side can be judged.
   *
   * @param label what it is called in a reason
   * @param valid how many processes no flag leaves out
   * @param disturbing the flags of what disturbed it
   * @param losing why it did not carry an open loop's load; empty where it did
   * @param steadyIsShown whether each process of a timed loop was warmed until it was steady
   * @param callsFailed whether a call of a valid process was not good
   * @param hasRate whether each valid process has a good call
   */
  public record Side(
      String label,
      int valid,
      SortedSet<String> disturbing,
      String losing,
      boolean steadyIsShown,
      boolean callsFailed,
      boolean hasRate) {

    private boolean lacksByLoss() {
      return valid < Verdict.MIN_PROCESSES && !losing.isEmpty();
    }
  }

  /** Of counted loops, whose cells are judged whole: one disturbed process takes its cell out. */
  public static List<String> counted(Side judged, Side reference) {
    List<String> reasons = new ArrayList<>();
    SortedSet<String> flags = new TreeSet<>(judged.disturbing());
    flags.addAll(reference.disturbing());
    if (!flags.isEmpty()) {
      reasons.add(disturbedBy(flags));
    }
    int missing = Verdict.missing(judged.valid(), reference.valid());
    if (missing > 0) {
      reasons.add(Verdict.tooFew(missing));
    }
    addFailed(judged, "failed", reasons);
    addFailed(reference, "failed", reasons);
    return reasons;
  }

  public static List<String> timed(Side judged, Side reference) {
    List<String> reasons = new ArrayList<>();
    if (!judged.steadyIsShown() || !reference.steadyIsShown()) {
      reasons.add(
          steadyIsAssumed(
              judged.steadyIsShown()
                  ? " of " + reference.label()
                  : reference.steadyIsShown() ? " of " + judged.label() : ""));
    }
    addTooFew(judged, reference, reasons);
    for (Side side : List.of(judged, reference)) {
      addFailed(side, "failed", reasons);
      if (side.valid() > 0 && !side.hasRate()) {
        reasons.add("a process of " + side.label() + " has no good call");
      }
    }
    return reasons;
  }

  /** Of open loops, as far as it does not depend on a percentile. */
  public static List<String> open(Side judged, Side reference) {
    List<String> reasons = new ArrayList<>();
    addTooFew(judged, reference, reasons);
    addFailed(judged, "were not good", reasons);
    addFailed(reference, "were not good", reasons);
    return reasons;
  }

  /** How a standing begins that flags took away. */
  public static String disturbedBy(SortedSet<String> flags) {
    return "disturbed by " + String.join(", ", flags);
  }

  /**
   * Of a warm-up of fixed length.
   *
   * @param whose such as {@code " of grpc"}; empty where it is of all
   */
  public static String steadyIsAssumed(String whose) {
    return "the steady state" + whose + " is assumed, not shown (--until-steady would show it)";
  }

  /** The same; where nothing else speaks against a verdict, a ratio without an interval does. */
  public static List<String> orWithoutInterval(List<String> reasons, Interval ratio) {
    return reasons.isEmpty() && !ratio.isKnown() ? List.of(NO_INTERVAL) : List.copyOf(reasons);
  }

  /** What is shown, in words; where nothing is, why. */
  public static String standing(List<String> reasons, Verdict verdict) {
    return reasons.isEmpty() ? verdict.label() : String.join("; ", reasons);
  }

  private static void addFailed(Side side, String how, List<String> reasons) {
    if (side.callsFailed()) {
      reasons.add("calls of " + side.label() + " " + how);
    }
  }

  /** How many processes a side lacks, and what left some out. */
  private static void addTooFew(Side judged, Side reference, List<String> reasons) {
    int missing = Verdict.missing(judged.valid(), reference.valid());
    if (missing == 0) {
      return;
    }
    SortedSet<String> causes = new TreeSet<>();
    List<String> lost = new ArrayList<>();
    for (Side side : List.of(judged, reference)) {
      if (side.valid() < Verdict.MIN_PROCESSES && side.losing().isEmpty()) {
        causes.addAll(side.disturbing());
      }
    }
    if (judged.lacksByLoss()) {
      lost.add(judged.losing());
    }
    if (reference.lacksByLoss()) {
      lost.add(reference.label() + " " + reference.losing());
    }
    reasons.addAll(lost);
    if (!causes.isEmpty()) {
      reasons.add(
          "%s: %d more process%s"
              .formatted(disturbedBy(causes), missing, missing == 1 ? "" : "es"));
    } else if (lost.isEmpty()) {
      reasons.add(Verdict.tooFew(missing));
    }
  }
}
