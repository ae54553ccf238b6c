package io.rpcstress.analysis.experiment;

import io.rpcstress.analysis.figure.Resources;
import io.rpcstress.analysis.table.Paper;
import io.rpcstress.analysis.table.Table;
import java.util.List;
import java.util.stream.Stream;

/** What the data files of all publications have in common. */
final class PublishedFile {

  private PublishedFile() {}

  /**
   * The file of an experiment.
   *
   * @throws IllegalStateException if the jar has none
   */
  static <T> T read(String experiment, Class<T> type) {
    return Resources.json(PublishedFile.class, experiment + ".json", type);
  }

  /**
   * The last table of a section.
   *
   * @param id of the section
   * @param fixed rows of subject, what was published, confidence
   * @param notPublished what a reader would ask for, and nobody published
   */
  static Table conditions(String id, List<List<String>> fixed, List<String> notPublished) {
    return new Table(
        id + "-conditions",
        "What the publication fixed, and what it leaves open",
        List.of("subject", "published", "confidence"),
        Stream.concat(
                fixed.stream(), notPublished.stream().map(n -> List.of(n, Paper.NOT_PUBLISHED, "")))
            .toList(),
        List.of("What this project does otherwise is in docs/experiments.md."));
  }
}
