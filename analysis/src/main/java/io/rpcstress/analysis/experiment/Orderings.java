package io.rpcstress.analysis.experiment;

import io.rpcstress.analysis.answer.Estimate;
import io.rpcstress.analysis.answer.Sample;
import io.rpcstress.analysis.experiment.Published.Technology;
import io.rpcstress.measure.statistics.Holm;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Every pair of a publication's technologies, in every setup in which both were measured here.
 * Immutable.
 *
 * @param all in the order of the publication
 * @param family how many outcomes are judged together
 */
record Orderings(List<Ordering> all, int family) {

  static final String CONFIRMED = "confirmed";
  static final String CONTRADICTED = "contradicted";
  static final String TOO_CLOSE = "too close to call";
  static final String NO_VERDICT = "no verdict";

  /** Copies the list. */
  Orderings {
    all = List.copyOf(all);
  }

  /**
   * One pair.
   *
   * @param quantity that is compared
   * @param one above the line of the ratio
   * @param other below it
   * @param setup in which both were measured; empty where one was not
   * @param published ratio; null where it was not published
   * @param ratio ours; null where there is none
   * @param outcome in words
   */
  record Ordering(
      String quantity,
      Technology one,
      Technology other,
      String setup,
      @Nullable Double published,
      @Nullable Estimate ratio,
      String outcome) {

    Ordering judged(double cutoff) {
      return published == null || ratio == null || !outcome.isEmpty()
          ? this
          : new Ordering(
              quantity,
              one,
              other,
              setup,
              published,
              ratio,
              Orderings.outcome(published, ratio, cutoff));
    }
  }

  static Orderings of(Published published, List<Measured> measured) {
    List<Ordering> open = new ArrayList<>();
    List<Technology> technologies = published.technologies();
    for (int i = 0; i < technologies.size(); i++) {
      for (int j = i + 1; j < technologies.size(); j++) {
        pair(published, technologies.get(i), technologies.get(j), measured, open);
      }
    }
    double[] pValues =
        open.stream()
            .filter(each -> each.outcome().isEmpty())
            .mapToDouble(each -> pValue(each.ratio()))
            .toArray();
    double cutoff = Holm.cutoff(pValues);
    return new Orderings(
        open.stream().map(each -> each.judged(cutoff)).toList(), Holm.family(pValues));
  }

  private static void pair(
      Published published,
      Technology one,
      Technology other,
      List<Measured> measured,
      List<Ordering> into) {
    int before = into.size();
    String oneHere = one.measuredAs(measured);
    String otherHere = other.measuredAs(measured);
    for (Measured above : measured) {
      for (Measured below : measured) {
        if (above.technology().equals(oneHere)
            && below.technology().equals(otherHere)
            && above.setup().equals(below.setup())) {
          published
              .quantities()
              .forEach(q -> compare(published, one, other, q, above, below, into));
        }
      }
    }
    if (into.size() == before) {
      boolean isFirst = measured.stream().noneMatch(m -> m.technology().equals(oneHere));
      boolean isSecond = measured.stream().noneMatch(m -> m.technology().equals(otherHere));
      String quantity = published.quantities().get(0);
      into.add(
          new Ordering(
              quantity,
              one,
              other,
              "",
              published.ratio(one, other, quantity).orElse(null),
              null,
              isFirst || isSecond
                  ? PublishedTables.missing(isFirst ? one : other)
                  : NO_VERDICT + ": not measured in the same setup"));
    }
  }

  private static void compare(
      Published published,
      Technology one,
      Technology other,
      String quantity,
      Measured above,
      Measured below,
      List<Ordering> into) {
    Sample ours = above.samples().get(quantity);
    Sample theirs = below.samples().get(quantity);
    if (ours == null || theirs == null) {
      return;
    }
    Double said = published.ratio(one, other, quantity).orElse(null);
    Estimate ratio = ours.by(theirs, Objects.hash(one.here(), other.here(), above.setup()));
    into.add(
        new Ordering(
            quantity, one, other, above.setup(), said, ratio, withheld(said, ratio, above, below)));
  }

  /** Why there is no outcome; empty where it is to be judged. */
  private static String withheld(
      @Nullable Double said, Estimate ratio, Measured above, Measured below) {
    String caveat = above.caveatWith(below);
    if (said == null) {
      return NO_VERDICT + ": not published";
    }
    if (!caveat.isEmpty()) {
      return NO_VERDICT + ": " + caveat;
    }
    return withheld(ratio);
  }

  /** Why nothing is to be made of a ratio; empty where it is to be judged. */
  static String withheld(Estimate ratio) {
    if (!ratio.unit().judges()) {
      return NO_VERDICT + ": fewer than two processes a side";
    }
    return ratio.interval().isKnown() ? "" : NO_VERDICT + ": no process differs from another";
  }

  static double pValue(@Nullable Estimate ratio) {
    return ratio == null ? Double.NaN : ratio.interval().pValue();
  }

  /**
   * What becomes of a published ratio here.
   *
   * @param published above or below 1; 1 where the two are about equal
   */
  static String outcome(double published, Estimate here, double cutoff) {
    if (!(here.interval().pValue() <= cutoff)) {
      return published == 1 ? TOO_CLOSE + ", as published" : TOO_CLOSE;
    }
    boolean same = (here.interval().value() > 1) == (published > 1);
    return same && published != 1 ? CONFIRMED : CONTRADICTED;
  }

  /** How many have an outcome. */
  long count(String outcome) {
    return all.stream().filter(each -> each.outcome().startsWith(outcome)).count();
  }
}
