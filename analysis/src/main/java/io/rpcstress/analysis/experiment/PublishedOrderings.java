package io.rpcstress.analysis.experiment;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/**
 * A publication that has no number as text: who was faster than whom, and where. Immutable.
 *
 * @param title of the section
 * @param source who published it, and when
 * @param names of technologies as published, by how this project calls them
 * @param claims in the order of the publication
 * @param fixed rows of subject, what was published, confidence
 * @param notPublished what a reader would ask for, and nobody published
 */
record PublishedOrderings(
    String title,
    String source,
    Map<String, String> names,
    List<Claim> claims,
    List<List<String>> fixed,
    List<String> notPublished) {

  static final String FASTER = "faster";

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
    JsonNode root = PublishedFile.read(experiment);
    Map<String, String> names = new TreeMap<>();
    root.get("technologies")
        .forEach(t -> names.put(t.get("here").stringValue(), t.get("published").stringValue()));
    List<Claim> claims = new ArrayList<>();
    for (JsonNode each : root.get("orderings")) {
      List<Integer> elements = new ArrayList<>();
      each.get("elements").forEach(e -> elements.add(e.intValue()));
      claims.add(
          new Claim(
              each.get("where").stringValue(),
              List.copyOf(elements),
              each.get("one").stringValue(),
              each.get("other").stringValue(),
              each.get("said").stringValue(),
              each.get("confidence").stringValue()));
    }
    return new PublishedOrderings(
        root.get("title").stringValue(),
        root.get("source").stringValue(),
        names,
        List.copyOf(claims),
        PublishedFile.rows(root.get("fixed")),
        PublishedFile.texts(root.get("notPublished")));
  }
}
