package io.rpcstress.analysis.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What one publication says: a data file of this package. Immutable.
 *
 * @param title of the experiment
 * @param source who published it, where and when
 * @param quantity what its numbers are
 * @param unit of them
 * @param confidence of them: A read in the primary source, B quoted by others from it, C inferred
 * @param quantities the columns of its table
 * @param technologies the rows
 * @param fixed what its authors fixed: subject, statement, confidence
 * @param notPublished what a reader would ask for, and nobody published
 */
record Published(
    String title,
    String source,
    String quantity,
    String unit,
    String confidence,
    List<String> quantities,
    List<Technology> technologies,
    List<List<String>> fixed,
    List<String> notPublished) {

  /**
   * One technology of the publication.
   *
   * @param name as it was published
   * @param here what this project calls it, variant included
   * @param or what else here stands for it, nearest first, where that was not measured
   * @param values one a quantity; null where it was not published
   */
  record Technology(String name, String here, List<String> or, List<@Nullable Double> values) {

    /** What was measured here of it, or would have to be. */
    String measuredAs(List<Measured> measured) {
      return Stream.concat(Stream.of(here), or.stream())
          .filter(name -> measured.stream().anyMatch(m -> m.technology().equals(name)))
          .findFirst()
          .orElse(here);
    }
  }

  /**
   * Reads the file of an experiment.
   *
   * @throws IllegalStateException if the jar has none
   */
  static Published load(String experiment) {
    JsonNode root = PublishedFile.read(experiment);
    List<Technology> technologies = new ArrayList<>();
    for (JsonNode each : root.get("technologies")) {
      List<@Nullable Double> values = new ArrayList<>();
      each.get("values").forEach(v -> values.add(v.isNull() ? null : (Double) v.doubleValue()));
      technologies.add(
          new Technology(
              each.get("published").stringValue(),
              each.get("here").stringValue(),
              each.has("or") ? PublishedFile.texts(each.get("or")) : List.of(),
              values));
    }
    return new Published(
        root.get("title").stringValue(),
        root.get("source").stringValue(),
        root.get("quantity").stringValue(),
        root.get("unit").stringValue(),
        root.get("confidence").stringValue(),
        PublishedFile.texts(root.get("quantities")),
        List.copyOf(technologies),
        PublishedFile.rows(root.get("fixed")),
        PublishedFile.texts(root.get("notPublished")));
  }

  /** One number by another; empty where either was not published. */
  Optional<Double> ratio(Technology one, Technology other, String quantity) {
    int column = quantities.indexOf(quantity);
    Double above = one.values().get(column);
    Double below = other.values().get(column);
    return above == null || below == null ? Optional.empty() : Optional.of(above / below);
  }
}
