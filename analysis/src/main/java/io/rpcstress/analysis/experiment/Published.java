package io.rpcstress.analysis.experiment;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

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
   * @param published its name there
   * @param here what this project calls it, variant included
   * @param or what else here stands for it, nearest first, where that was not measured
   * @param values one a quantity; null where it was not published
   */
  record Technology(String published, String here, List<String> or, List<@Nullable Double> values) {

    /** Most have nothing else that stands for them. */
    Technology {
      or = Objects.requireNonNullElse(or, List.of());
    }

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
    return PublishedFile.read(experiment, Published.class);
  }

  /** One number by another; empty where either was not published. */
  Optional<Double> ratio(Technology one, Technology other, String quantity) {
    int column = quantities.indexOf(quantity);
    Double above = one.values().get(column);
    Double below = other.values().get(column);
    return above == null || below == null ? Optional.empty() : Optional.of(above / below);
  }
}
