package io.rpcstress.analysis.publish;

import io.rpcstress.analysis.model.Sweep;
import io.rpcstress.measure.Column;
import io.rpcstress.measure.RunCsv;
import java.net.URI;
import java.time.LocalDate;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What an archive holds, for catalogues: an RO-Crate 1.1 with its files, the columns of the raw
 * ones and what measured them. Stateless.
 */
final class ResearchObject {

  static final String NAME = "ro-crate-metadata.json";

  private static final String SPECIFICATION = "https://w3id.org/ro/crate/1.1";
  private static final String ROOT = "./";
  private static final String HARNESS = "#rpc-stress";
  private static final String RAW = "raw/";

  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** By a file's ending, of those that have one which says it. */
  private static final Map<String, String> FORMATS =
      Map.of(
          "csv", "text/csv",
          "services", "text/csv",
          "parts", "text/csv",
          "json", "application/json",
          "jsonl", "application/jsonl",
          "yaml", "application/yaml");

  private ResearchObject() {}

  /**
   * The document.
   *
   * @param sizes of the archive's files, in bytes
   * @param license of the results; null where none is given
   */
  static String of(
      Sweep sweep, SortedMap<String, Long> sizes, @Nullable URI license, LocalDate published) {
    ObjectNode document = JSON.createObjectNode();
    document.put("@context", SPECIFICATION + "/context");
    ArrayNode graph = document.putArray("@graph");
    ObjectNode self = entity(graph, NAME, "CreativeWork");
    self.set("conformsTo", reference(SPECIFICATION));
    self.set("about", reference(ROOT));
    ObjectNode root = entity(graph, ROOT, "Dataset");
    root.put("name", sweep.name()).put("description", description(sweep, sizes));
    root.put("datePublished", published.toString());
    if (license != null) {
      root.set("license", reference(license.toString()));
      entity(graph, license.toString(), "CreativeWork").put("name", license.toString());
    }
    addFiles(graph, root.putArray("hasPart"), sizes);
    addColumns(graph, root.putArray("variableMeasured"));
    addOrigin(graph, sweep);
    return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(document) + "\n";
  }

  private static String description(Sweep sweep, SortedMap<String, Long> sizes) {
    String technologies =
        sizes.keySet().stream()
            .filter(file -> file.startsWith(RAW))
            .map(file -> file.split("/", -1)[1])
            .distinct()
            .collect(Collectors.joining(", "));
    return "How services called each other by %s, measured by rpc-stress (experiment: %s). sweep.json has the options, the jars and the hosts; raw/ has a row for each run. analysis.jar makes the report of it."
        .formatted(technologies, Objects.requireNonNullElse(sweep.experiment(), "none"));
  }

  private static void addFiles(ArrayNode graph, ArrayNode parts, SortedMap<String, Long> sizes) {
    sizes.forEach(
        (file, size) -> {
          String ending = file.substring(file.lastIndexOf('.') + 1);
          parts.add(reference(file));
          entity(graph, file, "File")
              .put("encodingFormat", FORMATS.getOrDefault(ending, "text/plain"))
              .put("contentSize", Long.toString(size));
        });
  }

  private static void addColumns(ArrayNode graph, ArrayNode variables) {
    for (Column column : RunCsv.COLUMNS) {
      String id = "#" + column.name();
      variables.add(reference(id));
      ObjectNode variable = entity(graph, id, "PropertyValue");
      variable.put("name", column.name()).put("description", column.meaning());
      if (!column.unit().isEmpty()) {
        variable.put("unitText", column.unit());
      }
    }
  }

  private static void addOrigin(ArrayNode graph, Sweep sweep) {
    ObjectNode harness = entity(graph, HARNESS, "SoftwareApplication").put("name", "rpc-stress");
    if (sweep.gitCommit() != null) {
      harness.put("softwareVersion", sweep.gitCommit());
    }
    ObjectNode sweeping = entity(graph, "#sweep", "CreateAction").put("name", sweep.id());
    sweeping.set("instrument", reference(HARNESS));
    sweeping.set("result", reference(ROOT));
    if (sweep.start() != null) {
      sweeping.put("startTime", sweep.start().toString());
    }
    if (sweep.end() != null) {
      sweeping.put("endTime", sweep.end().toString());
    }
  }

  private static ObjectNode entity(ArrayNode graph, String id, String type) {
    return graph.addObject().put("@id", id).put("@type", type);
  }

  private static ObjectNode reference(String id) {
    return JSON.createObjectNode().put("@id", id);
  }
}
