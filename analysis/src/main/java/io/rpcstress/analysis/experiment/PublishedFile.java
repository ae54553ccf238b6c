package io.rpcstress.analysis.experiment;

import io.rpcstress.analysis.figure.Resources;
import io.rpcstress.analysis.table.Paper;
import io.rpcstress.analysis.table.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the data files of all publications have in common. */
final class PublishedFile {

  private PublishedFile() {}

  /**
   * Reads the file of an experiment.
   *
   * @throws IllegalStateException if the jar has none
   */
  static JsonNode read(String experiment) {
    return JsonMapper.builder()
        .build()
        .readTree(Resources.text(PublishedFile.class, experiment + ".json"));
  }

  /** A list of texts. */
  static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(each -> texts.add(each.stringValue()));
    return List.copyOf(texts);
  }

  /** A list of rows, each of texts. */
  static List<List<String>> rows(JsonNode array) {
    List<List<String>> rows = new ArrayList<>();
    array.forEach(each -> rows.add(texts(each)));
    return List.copyOf(rows);
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
