package io.rpcstress.client.harness.campaign.sweep;

import io.rpcstress.measure.AtomicFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code sweep.json}: what was asked, with which jar, on which hosts, when. Confined to one thread;
 * saved whole or not at all.
 */
public final class SweepFile {

  private static final String NAME = "sweep.json";
  private static final JsonMapper JSON =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private final Path file;
  private final ObjectNode root;

  private SweepFile(Path file, ObjectNode root) {
    this.file = file;
    this.root = root;
  }

  /** Whether a folder holds a sweep. */
  public static boolean isIn(Path folder) {
    return Files.exists(folder.resolve(NAME));
  }

  /** A new one; nothing is written before {@link #save}. */
  public static SweepFile create(Path folder) {
    return new SweepFile(folder.resolve(NAME), JSON.createObjectNode());
  }

  /**
   * Reads a folder's.
   *
   * @throws IOException if it is not there or cannot be read
   * @throws IllegalArgumentException if it is not a sweep.json
   */
  public static SweepFile read(Path folder) throws IOException {
    Path file = folder.resolve(NAME);
    try {
      if (JSON.readTree(Files.readString(file)) instanceof ObjectNode object) {
        return new SweepFile(file, object);
      }
    } catch (JacksonException e) {
      throw new IllegalArgumentException(file + " is not JSON: " + e.getOriginalMessage(), e);
    }
    throw new IllegalArgumentException(file + " is not a JSON object");
  }

  /**
   * Writes it.
   *
   * @throws IOException if it could not be written whole
   */
  public void save() throws IOException {
    AtomicFile.write(file, JSON.writeValueAsString(root) + "\n");
  }

  /** Sets a value of the top level: text, number, list or map; null where unknown. */
  public SweepFile put(String key, Object value) {
    root.set(key, JSON.valueToTree(value));
    return this;
  }

  /** Sets a value below a section of the top level. */
  public SweepFile put(String section, String key, Object value) {
    JsonNode there = root.get(section);
    ObjectNode object = there instanceof ObjectNode known ? known : root.putObject(section);
    object.set(key, JSON.valueToTree(value));
    return this;
  }

  /** Takes a value of the top level away, where there is one. */
  public SweepFile remove(String key) {
    root.remove(key);
    return this;
  }

  /** Adds to a list of the top level. */
  public SweepFile add(String list, Map<String, String> value) {
    root.withArray("/" + list).add(JSON.valueToTree(value));
    return this;
  }

  /** A text of the top level; empty where it has none. */
  public String text(String key) {
    return root.path(key).asString("");
  }

  /** A whole number of the top level; 0 where it has none. */
  public int number(String key) {
    return root.path(key).asInt(0);
  }

  /** A text of a section; empty where it has none. */
  public String text(String section, String key) {
    return root.path(section).path(key).asString("");
  }

  /** What stands under a key of the top level; missing where nothing does. */
  JsonNode section(String key) {
    return root.path(key);
  }

  /** A value as it is written into the file: text, number, list or map. */
  public static String json(Object value) {
    return JSON.writeValueAsString(value);
  }

  /** The options, in the file's order. */
  public Map<String, String> options() {
    Map<String, String> options = new LinkedHashMap<>();
    root.path("options")
        .properties()
        .forEach(e -> options.put(e.getKey(), e.getValue().asString()));
    return options;
  }

  /** When the sweep was last begun or resumed. */
  public Instant lastBegun() {
    JsonNode sessions = root.path("sessions");
    String text = sessions.path(sessions.size() - 1).path("start").asString("");
    return text.isEmpty() ? Instant.MIN : Instant.parse(text);
  }
}
