package io.rpcstress.analysis.experiment;

import io.rpcstress.analysis.answer.Estimate;
import io.rpcstress.analysis.answer.Sample;
import io.rpcstress.analysis.table.Columns;
import io.rpcstress.analysis.table.Entry;
import io.rpcstress.analysis.table.Heading;
import io.rpcstress.analysis.table.Table;
import java.util.ArrayList;
import java.util.List;

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
    List<Row> rows = new ArrayList<>();
    for (Measured each : measured) {
      measured.stream()
          .filter(m -> m.technology().equals(aboveHere) && m.setup().equals(each.setup()))
          .findFirst()
          .ifPresent(m -> rows.add(new Row(m, each, quantity)));
    }
    return new Columns<Row>()
        .add("technology", row -> row.other().technology())
        .add("setup", row -> row.other().setup())
        .add(
            Heading.marked("published"),
            row ->
                PublishedTables.ratio(
                    published.technologies().stream()
                        .filter(t -> t.measuredAs(measured).equals(row.other().technology()))
                        .limit(1)
                        .mapToDouble(t -> published.ratio(above, t, quantity))
                        .findFirst()
                        .orElse(Double.NaN)))
        .add(Heading.marked("here"), Row::here)
        .add(Heading.range("95 % interval"), row -> PublishedTables.interval(row.ratio()))
        .add("caveat", row -> row.one().caveatWith(row.other()))
        .table(
            id + "-over-each",
            "The %s of %s over each one's".formatted(quantity, aboveHere),
            rows,
            "Above 1: %s is slower. Rows of the same technology in another variant say what that"
                    .formatted(aboveHere)
                + " variant changes alone. Outcomes stand in the table of orderings, where they are"
                + " judged together; here nothing is.");
  }

  /** The technology above the line, and one below it. */
  private record Row(Measured one, Measured other, String quantity) {

    boolean isItself() {
      return one.technology().equals(other.technology());
    }

    Estimate ratio() {
      Sample ours = one.samples().get(quantity);
      Sample theirs = other.samples().get(quantity);
      return ours == null || theirs == null || isItself()
          ? Estimate.NOTHING
          : ours.by(theirs, (one.technology() + other.technology() + one.setup()).hashCode());
    }

    Entry here() {
      return PublishedTables.number(isItself() ? 1 : ratio().value(), "not recorded");
    }
  }
}
