package io.rpcstress.analysis.experiment;

import io.rpcstress.analysis.answer.Estimate;
import io.rpcstress.measure.statistics.Holm;
import java.util.List;

/**
 * What became here of published ratios and orderings, judged together. Immutable.
 *
 * @param all in the order of the publication
 * @param family how many are judged
 * @param <T> what each is about
 */
record Outcomes<T>(List<Outcome<T>> all, int family) {

  static final String CONFIRMED = "confirmed";
  static final String CONTRADICTED = "contradicted";
  static final String TOO_CLOSE = "too close to call";
  static final String NO_VERDICT = "no verdict";

  /** A published ratio of which only that it is above 1 is known. */
  static final double FASTER = Double.POSITIVE_INFINITY;

  /**
   * One of them.
   *
   * @param published ratio; 1 where the two are about equal, {@link #FASTER} where no more is
   *     known, no number where it was not published
   * @param here ours
   * @param words in which it ends; empty where it is to be judged
   */
  record Outcome<T>(T of, double published, Estimate here, String words) {

    private Outcome<T> judged(double cutoff) {
      return words.isEmpty() ? new Outcome<>(of, published, here, words(cutoff)) : this;
    }

    private String words(double cutoff) {
      if (!(here.interval().pValue() <= cutoff)) {
        return published == 1 ? TOO_CLOSE + ", as published" : TOO_CLOSE;
      }
      boolean same = (here.value() > 1) == (published > 1);
      return same && published != 1 ? CONFIRMED : CONTRADICTED;
    }
  }

  static <T> Outcomes<T> judged(List<Outcome<T>> open) {
    double[] pValues =
        open.stream()
            .filter(each -> each.words().isEmpty())
            .mapToDouble(each -> each.here().interval().pValue())
            .toArray();
    double cutoff = Holm.cutoff(pValues);
    return new Outcomes<>(
        open.stream().map(each -> each.judged(cutoff)).toList(), Holm.family(pValues));
  }

  /** Why nothing is to be made of a ratio; empty where it is to be judged. */
  static String withheld(Estimate ratio) {
    if (!ratio.unit().judges()) {
      return NO_VERDICT + ": fewer than two processes a side";
    }
    return ratio.interval().isKnown() ? "" : NO_VERDICT + ": no process differs from another";
  }

  long count(String words) {
    return all.stream().filter(each -> each.words().startsWith(words)).count();
  }
}
