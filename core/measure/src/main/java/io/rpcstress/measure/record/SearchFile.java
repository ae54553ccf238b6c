package io.rpcstress.measure.record;

import io.rpcstress.measure.AtomicFile;
import io.rpcstress.measure.CallCounts;
import io.rpcstress.measure.Latency;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code search-*.json}, a search for the highest rate as it is kept, and its lines for {@code
 * --json}. The keys are the components of {@link SearchRecord} and {@link ProbeRecord}.
 */
public final class SearchFile {

  private static final JsonMapper LINES = JsonMapper.builder().build();
  private static final JsonMapper FILE =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private static final String PREFIX = "search-";
  private static final String ENDING = ".json";

  private static final int LONGEST_NAME = 64;
  private static final int LONGEST_SLO = 255;
  private static final int LONGEST_STAGE = 32;
  private static final int LONGEST_SHAPE = 16;

  /** More than a search makes. */
  private static final int MAX_PROBES = 10_000;

  private SearchFile() {}

  /** The name of the file, beside which the probes' folder has the same name without ending. */
  public static String name(String slo) {
    return folder(slo) + ENDING;
  }

  /** The name of the folder that holds the probes' raw files. */
  public static String folder(String slo) {
    return PREFIX + slo;
  }

  /** Whether a file is called as one. */
  public static boolean isNamed(Path file) {
    String name = String.valueOf(file.getFileName());
    return name.startsWith(PREFIX) && name.endsWith(ENDING);
  }

  /** Writes a search, whole or not at all. */
  public static void write(Path file, SearchRecord search) throws IOException {
    AtomicFile.write(file, FILE.writeValueAsString(search) + "\n");
  }

  /**
   * Reads a search.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static SearchRecord read(Path file) throws IOException {
    try {
      return parse(Files.readString(file));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(file + " is no search: " + e.getMessage(), e);
    }
  }

  /**
   * Reads the text of a search.
   *
   * @throws IllegalArgumentException if it is none; the message says what is missing
   */
  public static SearchRecord parse(String text) {
    JsonNode root;
    try {
      root = FILE.readTree(text);
    } catch (JacksonException e) {
      throw new IllegalArgumentException("is not JSON: " + e.getOriginalMessage(), e);
    }
    JsonNode list = root.path("probes");
    if (list.size() > MAX_PROBES) {
      throw new IllegalArgumentException(
          "has " + list.size() + " probes: " + MAX_PROBES + " at most expected");
    }
    List<ProbeRecord> probes = new ArrayList<>();
    for (JsonNode probe : list) {
      probes.add(probe(probe, probes.size() + 1));
    }
    return new SearchRecord(
        needed(root, "technology", LONGEST_NAME),
        needed(root, "variant", LONGEST_NAME),
        needed(root, "slo", LONGEST_SLO),
        JsonValues.whole(root, "sustainableRate"),
        needed(root, "ending", LONGEST_NAME),
        root.path("boundReached").asBoolean(false),
        root.path("precision").asDouble(0),
        root.path("confirmationsHeld").asInt(0),
        root.path("confirmations").asInt(0),
        JsonValues.text(root, "failure"),
        JsonValues.whole(root, "capacity"),
        root.path("lowestRate").asInt(0),
        root.path("highestRate").asInt(0),
        root.path("mostProbes").asInt(0),
        needed(root, "shape", LONGEST_SHAPE),
        root.path("durationSeconds").asInt(0),
        root.path("warmupSeconds").asInt(0),
        root.path("threads").asInt(0),
        Objects.requireNonNullElse(JsonValues.text(root, "command"), ""),
        JsonValues.instant(root, "startedAt"),
        JsonValues.instant(root, "endedAt"),
        probes);
  }

  private static ProbeRecord probe(JsonNode node, int number) {
    Integer rate = JsonValues.whole(node, "rate");
    if (rate == null) {
      throw new IllegalArgumentException("probe " + number + " has no rate");
    }
    JsonNode seed = node.path("seed");
    return new ProbeRecord(
        number,
        needed(node, "stage", LONGEST_STAGE),
        rate,
        node.path("holds").asBoolean(false),
        texts(node.path("violated")),
        JsonValues.decimal(node, "offeredPerSecond"),
        JsonValues.decimal(node, "achievedPerSecond"),
        JsonValues.decimal(node, "goodputPerSecond"),
        latency(node.path("response")),
        calls(node.path("calls")),
        texts(node.path("flags")),
        JsonValues.text(node, "starting"),
        seed.isIntegralNumber() ? (Long) seed.asLong() : null,
        JsonValues.text(node, "file"),
        JsonValues.instant(node, "startedAt"));
  }

  private static @Nullable Latency latency(JsonNode node) {
    return node.isObject()
        ? new Latency(
            JsonValues.decimal(node, "p50Us"),
            JsonValues.decimal(node, "p90Us"),
            JsonValues.decimal(node, "p99Us"),
            JsonValues.decimal(node, "p999Us"),
            JsonValues.decimal(node, "maxUs"),
            JsonValues.decimal(node, "minUs"),
            JsonValues.decimal(node, "meanUs"),
            JsonValues.decimal(node, "p95Us"))
        : null;
  }

  private static @Nullable CallCounts calls(JsonNode node) {
    return node.isObject()
        ? new CallCounts(
            node.path("issued").asLong(0),
            node.path("ok").asLong(0),
            node.path("failed").asLong(0),
            node.path("timedOut").asLong(0),
            node.path("abandoned").asLong(0))
        : null;
  }

  private static List<String> texts(JsonNode list) {
    List<String> texts = new ArrayList<>();
    list.forEach(each -> texts.add(each.isString() ? each.asString() : each.toString()));
    return texts;
  }

  private static String needed(JsonNode node, String key, int longest) {
    String text = JsonValues.text(node, key);
    if (text == null || text.length() > longest) {
      throw new IllegalArgumentException(
          key
              + " is '"
              + node.path(key)
              + "': text of at most "
              + longest
              + " characters expected");
    }
    return text;
  }

  /** A probe as one line: an object with the event {@code probe}. */
  public static String line(SearchRecord search, ProbeRecord probe) {
    ObjectNode event = event("probe", search);
    event.set("probe", LINES.valueToTree(probe));
    return LINES.writeValueAsString(event);
  }

  /** A search as one line: an object with the event {@code search}. */
  public static String line(SearchRecord search) {
    ObjectNode event = event("search", search);
    event.set("search", LINES.valueToTree(search));
    return LINES.writeValueAsString(event);
  }

  private static ObjectNode event(String name, SearchRecord search) {
    ObjectNode event = LINES.createObjectNode();
    event.put("event", name);
    event.put("technology", search.technology());
    event.put("variant", search.variant());
    return event;
  }
}
