package io.rpcstress.client.harness.campaign.search;

import io.rpcstress.measure.AtomicFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A search as JSON: the file that is kept, and the lines for {@code --json}. */
public final class SearchFile {

  private static final JsonMapper LINES = JsonMapper.builder().build();
  private static final JsonMapper FILE =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private SearchFile() {}

  /** The name of the file, beside which the probes' folder has the same name without ending. */
  public static String name(Slo slo) {
    return folder(slo) + ".json";
  }

  /** The name of the folder that holds the probes' raw files. */
  public static String folder(Slo slo) {
    return "search-" + slo.fileName();
  }

  /**
   * Writes a search, whole or not at all.
   *
   * @throws IOException if it could not be written
   */
  public static void write(Path file, SearchReport report) throws IOException {
    AtomicFile.write(file, FILE.writeValueAsString(report) + "\n");
  }

  /**
   * Reads a search.
   *
   * @throws IOException if it cannot be read
   * @throws IllegalArgumentException if it is none
   */
  public static SearchReport read(Path file) throws IOException {
    try {
      return FILE.readValue(Files.readString(file), SearchReport.class);
    } catch (JacksonException e) {
      throw new IllegalArgumentException(file + " is no search: " + e.getOriginalMessage(), e);
    }
  }

  /** A probe as one line: an object with the event {@code probe}. */
  public static String line(SearchReport search, ProbeRow probe) {
    ObjectNode event = LINES.createObjectNode();
    event.put("event", "probe");
    event.put("technology", search.technology());
    event.put("variant", search.variant());
    event.set("probe", LINES.valueToTree(probe));
    return LINES.writeValueAsString(event);
  }

  /** A search as one line: an object with the event {@code search}. */
  public static String line(SearchReport search) {
    ObjectNode event = LINES.createObjectNode();
    event.put("event", "search");
    event.put("technology", search.technology());
    event.put("variant", search.variant());
    event.set("search", LINES.valueToTree(search));
    return LINES.writeValueAsString(event);
  }
}
