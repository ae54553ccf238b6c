package io.rpcstress.analysis.experiment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What the publication of {@code order-flow} says: a data file of this package. Immutable.
 *
 * @param title of the section
 * @param source who published it, and when
 * @param here what this project has of each published technology
 * @param claims in the order of the publication
 * @param fixed rows of subject, what was published, confidence
 * @param notPublished what a reader would ask for, and nobody published
 */
record PublishedOrders(
    String title,
    String source,
    Map<String, List<String>> here,
    List<Claim> claims,
    List<List<String>> fixed,
    List<String> notPublished) {

  /** Orders accepted by the one, by those of the other. */
  static final String ACCEPTED = "accepted";

  /** Mean response of the one less that of the other, ms. */
  static final String MEAN = "mean";

  /** 95th percentile of the one, ms. */
  static final String P95 = "p95";

  /**
   * A number, or the lack of one.
   *
   * @param clients at a time
   * @param quantity one of the words above
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

  /**
   * Reads the file.
   *
   * @throws IllegalStateException if the jar has none
   */
  static PublishedOrders load(String experiment) {
    JsonNode root = PublishedFile.read(experiment);
    Map<String, List<String>> here = new LinkedHashMap<>();
    root.get("technologies")
        .forEach(
            each ->
                here.put(
                    each.get("published").stringValue(), PublishedFile.texts(each.get("here"))));
    List<Claim> claims = new ArrayList<>();
    for (JsonNode each : root.get("claims")) {
      JsonNode value = each.get("value");
      claims.add(
          new Claim(
              each.get("clients").intValue(),
              each.get("quantity").stringValue(),
              each.get("one").stringValue(),
              each.get("other").stringValue(),
              value.isNull() ? null : (Double) value.doubleValue(),
              each.get("confidence").stringValue()));
    }
    return new PublishedOrders(
        root.get("title").stringValue(),
        root.get("source").stringValue(),
        here,
        List.copyOf(claims),
        PublishedFile.rows(root.get("fixed")),
        PublishedFile.texts(root.get("notPublished")));
  }
}
