package io.rpcstress.analysis.experiment;

import java.util.List;

/**
 * A publication that has no number as text: who was faster than whom, and where. Immutable.
 *
 * @param title of the section
 * @param source who published it, and when
 * @param technologies that it is of
 * @param orderings in the order of the publication
 * @param fixed rows of subject, what was published, confidence
 * @param notPublished what a reader would ask for, and nobody published
 */
record PublishedOrderings(
    String title,
    String source,
    List<Name> technologies,
    List<Claim> orderings,
    List<List<String>> fixed,
    List<String> notPublished) {

  static final String FASTER = "faster";

  /** A technology's name, as published and as this project calls it. */
  record Name(String published, String here) {}

  /** As published. */
  String named(String here) {
    return technologies.stream()
        .filter(each -> each.here().equals(here))
        .map(Name::published)
        .findFirst()
        .orElse(here);
  }

  /**
   * One of two technologies by the other.
   *
   * @param where it was measured
   * @param elements the lengths of which it is said
   * @param one the faster one, where one is
   * @param other the slower one, where one is
   * @param said {@link #FASTER}, or that they are about equal
   * @param confidence A, B or C
   */
  record Claim(
      String where,
      List<Integer> elements,
      String one,
      String other,
      String said,
      String confidence) {}

  /**
   * Reads the file of an experiment.
   *
   * @throws IllegalStateException if the jar has none
   */
  static PublishedOrderings load(String experiment) {
    return PublishedFile.read(experiment, PublishedOrderings.class);
  }
}
