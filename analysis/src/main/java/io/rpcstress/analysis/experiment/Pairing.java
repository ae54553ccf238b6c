package io.rpcstress.analysis.experiment;

import io.rpcstress.analysis.answer.Estimate;
import io.rpcstress.analysis.experiment.Outcomes.Outcome;
import io.rpcstress.analysis.experiment.Published.Technology;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Two of a publication's technologies in a setup in which both were measured here. */
record Pairing(String quantity, Technology one, Technology other, String setup) {

  /** Every two of a publication's technologies, in every setup in which both were measured. */
  static Outcomes<Pairing> outcomes(Published published, List<Measured> measured) {
    List<Outcome<Pairing>> open = new ArrayList<>();
    List<Technology> technologies = published.technologies();
    for (int i = 0; i < technologies.size(); i++) {
      for (int j = i + 1; j < technologies.size(); j++) {
        open.addAll(of(published, technologies.get(i), technologies.get(j), measured));
      }
    }
    return Outcomes.judged(open);
  }

  private static List<Outcome<Pairing>> of(
      Published published, Technology one, Technology other, List<Measured> measured) {
    List<Outcome<Pairing>> found = new ArrayList<>();
    String oneHere = one.measuredAs(measured);
    String otherHere = other.measuredAs(measured);
    for (Measured above : measured) {
      for (Measured below : measured) {
        if (above.technology().equals(oneHere)
            && below.technology().equals(otherHere)
            && above.setup().equals(below.setup())) {
          for (String quantity : published.quantities()) {
            if (above.isRecorded(quantity) && below.isRecorded(quantity)) {
              Pairing pairing = new Pairing(quantity, one, other, above.setup());
              double said = published.ratio(one, other, quantity);
              int salt = Objects.hash(one.here(), other.here(), above.setup());
              Estimate ratio = above.by(below, quantity, salt);
              String withheld = withheld(said, ratio, above.caveatWith(below));
              found.add(new Outcome<>(pairing, said, ratio, withheld));
            }
          }
        }
      }
    }
    if (found.isEmpty()) {
      boolean isFirst = measured.stream().noneMatch(m -> m.technology().equals(oneHere));
      boolean isSecond = measured.stream().noneMatch(m -> m.technology().equals(otherHere));
      String quantity = published.quantities().get(0);
      found.add(
          new Outcome<>(
              new Pairing(quantity, one, other, ""),
              published.ratio(one, other, quantity),
              Estimate.NOTHING,
              isFirst || isSecond
                  ? PublishedTables.missing(isFirst ? one : other)
                  : Outcomes.NO_VERDICT + ": not measured in the same setup"));
    }
    return found;
  }

  /** Why there is no outcome; empty where it is to be judged. */
  private static String withheld(double said, Estimate ratio, String caveat) {
    if (Double.isNaN(said)) {
      return Outcomes.NO_VERDICT + ": not published";
    }
    return caveat.isEmpty() ? Outcomes.withheld(ratio) : Outcomes.NO_VERDICT + ": " + caveat;
  }
}
