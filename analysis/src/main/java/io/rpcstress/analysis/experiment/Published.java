package io.rpcstress.analysis.experiment;

import io.rpcstress.analysis.model.Resources;
import io.rpcstress.analysis.model.Unknown;
import io.rpcstress.analysis.table.Columns;
import io.rpcstress.analysis.table.Paper;
import io.rpcstress.analysis.table.Table;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What one publication says: a data file of this package, which has of numbers, orderings and
 * claims those that were published. Immutable.
 *
 * @param source who published it, where and when
 * @param confidence of them: A read in the primary source, B quoted by others from it, C inferred
 * @param quantities the columns of its table
 * @param orderings who was faster than whom, where no number was published
 * @param fixed what its authors fixed: subject, statement, confidence
 * @param notPublished what a reader would ask for, and nobody published
 */
record Published(
    String source,
    String quantity,
    String unit,
    String confidence,
    List<String> quantities,
    List<Technology> technologies,
    List<Faster> orderings,
    List<Claim> claims,
    List<List<String>> fixed,
    List<String> notPublished) {

  static final String FASTER = "faster";

  /** Orders accepted by the one, by those of the other. */
  static final String ACCEPTED = "accepted";

  /** Mean response of the one less that of the other, ms. */
  static final String MEAN = "mean";

  /**
   * One technology of the publication.
   *
   * @param published its name there
   * @param here what this project calls it, variant included
   * @param or what else here stands for it, nearest first
   * @param values one a quantity; null where it was not published
   */
  record Technology(String published, String here, List<String> or, List<@Nullable Double> values) {

    /** Most have nothing else that stands for them. */
    Technology {
      or = Objects.requireNonNullElse(or, List.of());
    }

    /** All that this project has of it. */
    Stream<String> all() {
      return Stream.concat(Stream.of(here), or.stream());
    }

    /** What was measured here of it, or would have to be. */
    String measuredAs(List<Measured> measured) {
      return all()
          .filter(name -> measured.stream().anyMatch(m -> m.technology().equals(name)))
          .findFirst()
          .orElse(here);
    }
  }

  /**
   * One of two technologies by the other.
   *
   * @param where it was measured
   * @param elements the lengths of which it is published
   * @param one the faster one, where one is
   * @param other the slower one, where one is
   * @param said {@link #FASTER}, or that they are about equal
   * @param confidence A, B or C
   */
  record Faster(
      String where,
      List<Integer> elements,
      String one,
      String other,
      String said,
      String confidence) {}

  /**
   * A number, or the lack of one.
   *
   * @param clients at a time
   * @param quantity {@link #ACCEPTED}, {@link #MEAN}, or the 95th percentile of the one, ms
   * @param one of the technologies as published
   * @param other which it is compared with; empty where with none
   * @param value null where it was not published
   * @param confidence A, B or C; empty where it was not published
   */
  record Claim(
      int clients,
      String quantity,
      String one,
      String other,
      @Nullable Double value,
      String confidence) {}

  static Published load(String experiment) {
    return Resources.json(Published.class, experiment + ".json", Published.class);
  }

  /** One number by another; none where either was not published. */
  double ratio(Technology one, Technology other, String ofQuantity) {
    int column = quantities.indexOf(ofQuantity);
    return Unknown.orNaN(one.values().get(column)) / Unknown.orNaN(other.values().get(column));
  }

  Table conditions(String id) {
    return new Columns<List<String>>()
        .add("subject", row -> row.get(0))
        .add("published", row -> row.get(1))
        .add("confidence", row -> row.get(2))
        .table(
            ExperimentSection.words("published-conditions").as(id + "-conditions"),
            Stream.concat(
                    fixed.stream(),
                    notPublished.stream().map(open -> List.of(open, Paper.NOT_PUBLISHED, "")))
                .toList());
  }
}
