package io.rpcstress.analysis.experiment;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the publication of {@code order-flow} says: a data file of this package. Immutable.
 *
 * @param title of the section
 * @param source who published it, and when
 * @param technologies that it is of
 * @param claims in the order of the publication
 * @param fixed rows of subject, what was published, confidence
 * @param notPublished what a reader would ask for, and nobody published
 */
record PublishedOrders(
    String title,
    String source,
    List<Name> technologies,
    List<Claim> claims,
    List<List<String>> fixed,
    List<String> notPublished) {

  /** A technology's name as published, and what this project has of it. */
  record Name(String published, List<String> here) {}

  /** What this project has of a published technology. */
  List<String> here(String name) {
    return technologies.stream()
        .filter(each -> each.published().equals(name))
        .flatMap(each -> each.here().stream())
        .toList();
  }

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
    return PublishedFile.read(experiment, PublishedOrders.class);
  }
}
