package io.rpcstress.analysis.experiment;

import io.rpcstress.analysis.answer.Estimate;
import io.rpcstress.analysis.answer.Sample;
import io.rpcstress.analysis.table.Paper;
import io.rpcstress.analysis.table.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * One technology of a publication over each that was measured, in the quantity that the publication
 * ranks by: its last column. Variants and technologies that the publication lacks stand in it, too.
 */
final class OverEach {

  private OverEach() {}

  /**
   * The table.
   *
   * @param id of the experiment
   * @param above the technology above the line of every ratio
   * @param quantity that is divided
   */
  static Table of(
      String id,
      Published published,
      Published.Technology above,
      String quantity,
      List<Measured> measured) {
    String aboveHere = above.measuredAs(measured);
    List<List<String>> rows = new ArrayList<>();
    for (Measured each : measured) {
      measured.stream()
          .filter(m -> m.technology().equals(aboveHere) && m.setup().equals(each.setup()))
          .findFirst()
          .ifPresent(m -> rows.add(row(published, above, quantity, m, each, measured)));
    }
    return new Table(
        id + "-over-each",
        "The %s of %s over each one's".formatted(quantity, aboveHere),
        List.of("technology", "setup", "published", "here", "95 % interval", "caveat"),
        rows,
        List.of(
            "Above 1: %s is slower. Rows of the same technology in another variant say what that"
                    .formatted(aboveHere)
                + " variant changes alone. Outcomes stand in the table of orderings, where they are"
                + " judged together; here nothing is."));
  }

  private static List<String> row(
      Published published,
      Published.Technology above,
      String quantity,
      Measured one,
      Measured other,
      List<Measured> measured) {
    Optional<Double> said =
        published.technologies().stream()
            .filter(t -> t.measuredAs(measured).equals(other.technology()))
            .findFirst()
            .flatMap(t -> published.ratio(above, t, quantity));
    Sample ours = one.samples().get(quantity);
    Sample theirs = other.samples().get(quantity);
    boolean isItself = one.technology().equals(other.technology());
    Estimate ratio =
        ours == null || theirs == null || isItself
            ? null
            : ours.by(theirs, (one.technology() + other.technology() + one.setup()).hashCode());
    return List.of(
        other.technology(),
        other.setup(),
        said.map(PublishedTables::number).orElse(Paper.NOT_PUBLISHED),
        isItself
            ? PublishedTables.number(1)
            : ratio == null ? "not recorded" : PublishedTables.number(ratio.interval().value()),
        ratio == null ? "" : PublishedTables.interval(ratio.interval()),
        one.caveat().isEmpty() ? other.caveat() : one.caveat());
  }
}
