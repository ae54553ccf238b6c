package io.rpcstress.analysis.database;

import io.rpcstress.analysis.model.RateSearch;
import io.rpcstress.analysis.model.RateSearch.Probe;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a {@code search-*.json} says. Keys that are not known here are passed over. */
final class RateSearchJson {

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int LONGEST_NAME = 64;
  private static final int LONGEST_SLO = 255;

  /** More than a search makes. */
  private static final int MAX_PROBES = 10_000;

  private RateSearchJson() {}

  /**
   * Reads the text.
   *
   * @throws IllegalArgumentException if it is no search; the message says what is missing
   */
  static RateSearch parse(String text) {
    JsonNode root;
    try {
      root = JSON.readTree(text);
    } catch (JacksonException e) {
      throw new IllegalArgumentException("is not JSON: " + e.getOriginalMessage(), e);
    }
    List<Probe> probes = new ArrayList<>();
    JsonNode list = root.path("probes");
    if (list.size() > MAX_PROBES) {
      throw new IllegalArgumentException(
          "has " + list.size() + " probes: " + MAX_PROBES + " at most expected");
    }
    for (JsonNode probe : list) {
      probes.add(probe(probe, probes.size() + 1));
    }
    return new RateSearch(
        text(root, "technology", LONGEST_NAME),
        text(root, "variant", LONGEST_NAME),
        text(root, "slo", LONGEST_SLO),
        root.path("sustainableRate").isInt()
            ? (Integer) root.path("sustainableRate").asInt()
            : null,
        text(root, "ending", LONGEST_NAME),
        root.path("boundReached").asBoolean(false),
        root.path("confirmationsHeld").asInt(0),
        root.path("confirmations").asInt(0),
        root.path("failure").isString() ? root.path("failure").asString() : null,
        text(root, "shape", 16),
        root.path("durationSeconds").asInt(0),
        probes);
  }

  private static Probe probe(JsonNode node, int number) {
    if (!node.path("rate").isInt()) {
      throw new IllegalArgumentException("probe " + number + " has no rate");
    }
    List<String> violated = new ArrayList<>();
    node.path("violated").forEach(v -> violated.add(v.asString()));
    JsonNode response = node.path("response");
    return new Probe(
        number,
        text(node, "stage", 32),
        node.path("rate").asInt(),
        node.path("holds").asBoolean(false),
        String.join(", ", violated),
        decimal(node, "offeredPerSecond"),
        decimal(node, "achievedPerSecond"),
        decimal(node, "goodputPerSecond"),
        decimal(response, "p50Us"),
        decimal(response, "p99Us"),
        decimal(response, "p999Us"));
  }

  private static String text(JsonNode node, String key, int longest) {
    JsonNode value = node.path(key);
    if (!value.isString() || value.asString().length() > longest) {
      throw new IllegalArgumentException(
          key + " is '" + value + "': text of at most " + longest + " characters expected");
    }
    return value.asString();
  }

  private static @Nullable Double decimal(JsonNode node, String key) {
    JsonNode value = node.path(key);
    return value.isNumber() ? (Double) value.asDouble() : null;
  }
}
