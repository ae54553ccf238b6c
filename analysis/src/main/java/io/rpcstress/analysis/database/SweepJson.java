package io.rpcstress.analysis.database;

import io.rpcstress.analysis.model.Sweep;
import io.rpcstress.analysis.model.Sweep.Fact;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What {@code sweep.json} says. Read leniently: a key that is not known here is kept as a fact, one
 * that is missing is unknown.
 */
final class SweepJson {

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int LONGEST_TEXT = 1 << 20;
  private static final int LONGEST_NAME = 255;
  private static final int LONGEST_KEY = 200;

  private SweepJson() {}

  /**
   * Reads the text.
   *
   * @param name the folder's
   * @param fallback key of a sweep whose file gives none
   * @throws IllegalArgumentException if it is no JSON object
   */
  static Sweep parse(String text, String name, String fallback) {
    if (text.length() > LONGEST_TEXT) {
      throw new IllegalArgumentException(
          "has " + text.length() + " characters: " + LONGEST_TEXT + " at most expected");
    }
    JsonNode root;
    try {
      root = JSON.readTree(text);
    } catch (JacksonException e) {
      throw new IllegalArgumentException(
          "is not JSON ("
              + e.getOriginalMessage()
              + "): hosts and options are not known; copy it again from the client's host",
          e);
    }
    if (!root.isObject()) {
      throw new IllegalArgumentException("is not a JSON object");
    }
    List<Fact> facts = new ArrayList<>();
    for (Map.Entry<String, JsonNode> entry : root.properties()) {
      if (entry.getValue().isObject()) {
        flatten(entry.getKey(), "", entry.getValue(), facts);
      } else {
        flatten("", entry.getKey(), entry.getValue(), facts);
      }
    }
    String id = text(root, "id");
    return new Sweep(
        id == null || id.isBlank() ? fallback : shortened(id, LONGEST_KEY),
        name,
        text(root, "experiment"),
        text(root, "gitCommit"),
        instant(root, "start"),
        instant(root, "end"),
        facts);
  }

  private static void flatten(String section, String name, JsonNode node, List<Fact> facts) {
    if (node.isObject()) {
      for (Map.Entry<String, JsonNode> entry : node.properties()) {
        String inner = name.isEmpty() ? entry.getKey() : name + "." + entry.getKey();
        flatten(section, inner, entry.getValue(), facts);
      }
    } else if (node.isArray()) {
      List<String> items = new ArrayList<>();
      node.forEach(item -> items.add(item.isValueNode() ? item.asString() : item.toString()));
      add(section, name, String.join(", ", items), facts);
    } else if (!node.isNull()) {
      add(section, name, node.asString(), facts);
    }
  }

  private static void add(String section, String name, String value, List<Fact> facts) {
    facts.add(new Fact(shortened(section, LONGEST_NAME), shortened(name, LONGEST_NAME), value));
  }

  private static String shortened(String text, int length) {
    return text.length() <= length ? text : text.substring(0, length);
  }

  private static @Nullable String text(JsonNode root, String key) {
    JsonNode node = root.get(key);
    return node == null || !node.isValueNode() || node.isNull()
        ? null
        : shortened(node.asString(), LONGEST_NAME);
  }

  private static @Nullable Instant instant(JsonNode root, String key) {
    String text = text(root, key);
    try {
      return text == null ? null : Instant.parse(text);
    } catch (DateTimeException e) {
      return null; // kept as a fact all the same
    }
  }
}
