package io.rpcstress.measure.record;

import io.rpcstress.measure.AtomicFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code sweep.json}: what was asked, with which jar, on which hosts, when; {@code hosts.json}, of
 * results that no sweep measured, has the jar and the hosts alone. Confined to one thread; saved
 * whole or not at all.
 */
public final class SweepFile {

  public static final String NAME = "sweep.json";

  /** The name of the file that says the same of the hosts of results that no sweep measured. */
  public static final String HOSTS_NAME = "hosts.json";

  // Keys of the top level; each session has a start, too.
  public static final String ID = "id";
  public static final String EXPERIMENT = "experiment";
  public static final String GIT_COMMIT = "gitCommit";
  public static final String START = "start";
  public static final String END = "end";
  public static final String SEED = "seed";
  public static final String OPTIONS = "options";

  /** Options without a value; {@code true} stands in the file where one was given. */
  public static final Set<String> FLAGS = Set.of("virtual-threads", "until-steady");

  /** Section: facts of the clients' host; {@link FactNames} has names of some. */
  public static final String CLIENT = "client";

  /** Section: facts of the servers' host, by the server that reported them. */
  public static final String SERVER = "server";

  /** Section: what other programs took of both hosts before the first point. */
  public static final String QUIET = "quiet";

  /** Section: what the link between the hosts gave. */
  public static final String LINK = "link";

  /** Section: a technology's libraries on the clients' host. */
  public static final String CLIENT_LIBRARIES = "clientLibraries";

  /** Section: a technology's libraries on the servers' host, where its server reports them. */
  public static final String SERVER_LIBRARIES = "serverLibraries";

  /** Section: what {@link CalibrationRecord} says. */
  public static final String CALIBRATION = "calibration";

  /** Top-level key: when each session was started, and how. */
  public static final String SESSIONS = "sessions";

  private final Path file;
  private final ObjectNode root;

  private SweepFile(Path file, ObjectNode root) {
    this.file = file;
    this.root = root;
  }

  public static boolean isIn(Path folder) {
    return Files.exists(folder.resolve(NAME));
  }

  /** A new one; nothing is written before {@link #save}. */
  public static SweepFile create(Path folder) {
    return new SweepFile(folder.resolve(NAME), RecordJson.INDENTED.createObjectNode());
  }

  public static SweepFile read(Path folder) throws IOException {
    return of(folder.resolve(NAME));
  }

  /**
   * Reads what a folder says of the hosts of results that no sweep measured; an empty one where it
   * says nothing. It is saved as {@value #HOSTS_NAME}.
   */
  public static SweepFile hostsOf(Path folder) throws IOException {
    Path file = folder.resolve(HOSTS_NAME);
    return Files.exists(file)
        ? of(file)
        : new SweepFile(file, RecordJson.INDENTED.createObjectNode());
  }

  private static SweepFile of(Path file) throws IOException {
    try {
      if (RecordJson.INDENTED.readTree(Files.readString(file)) instanceof ObjectNode object) {
        return new SweepFile(file, object);
      }
    } catch (JacksonException e) {
      throw new IllegalArgumentException(file + " is not JSON: " + e.getOriginalMessage(), e);
    }
    throw new IllegalArgumentException(file + " is not a JSON object");
  }

  public void save() throws IOException {
    AtomicFile.write(file, RecordJson.INDENTED.writeValueAsString(root) + "\n");
  }

  /** Sets a value of the top level: text, number, list or map; null where unknown. */
  public SweepFile put(String key, Object value) {
    root.set(key, RecordJson.INDENTED.valueToTree(value));
    return this;
  }

  public SweepFile put(String section, String key, Object value) {
    JsonNode there = root.get(section);
    ObjectNode object = there instanceof ObjectNode known ? known : root.putObject(section);
    object.set(key, RecordJson.INDENTED.valueToTree(value));
    return this;
  }

  public SweepFile remove(String key) {
    root.remove(key);
    return this;
  }

  public SweepFile add(String list, Map<String, String> value) {
    JsonNode there = root.get(list);
    ArrayNode array = there instanceof ArrayNode known ? known : root.putArray(list);
    array.add(RecordJson.INDENTED.valueToTree(value));
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
  public JsonNode section(String key) {
    return root.path(key);
  }

  /** A value as it is written into the file: text, number, list or map. */
  public static String json(Object value) {
    return RecordJson.INDENTED.writeValueAsString(value);
  }

  public Map<String, String> options() {
    Map<String, String> options = new LinkedHashMap<>();
    root.path(OPTIONS).properties().forEach(e -> options.put(e.getKey(), e.getValue().asString()));
    return options;
  }

  /** Adds a session that begins now, with what else is known of it. */
  public SweepFile begin(Map<String, String> session) {
    Map<String, String> started = new LinkedHashMap<>(Map.of(START, Instant.now().toString()));
    started.putAll(session);
    return add(SESSIONS, started);
  }

  public Instant lastBegun() {
    JsonNode sessions = root.path(SESSIONS);
    String text = sessions.path(sessions.size() - 1).path(START).asString("");
    return text.isEmpty() ? Instant.MIN : Instant.parse(text);
  }
}
