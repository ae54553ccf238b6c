package io.rpcstress.measure.record;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * What a {@code sweep.json} says to a program that only shows it: a key that is not known here is a
 * fact all the same, one that is missing is unknown. Immutable.
 *
 * @param facts all of it, flat, in the file's order
 */
public record SweepRecord(
    @Nullable String id,
    @Nullable String experiment,
    @Nullable String gitCommit,
    @Nullable Instant start,
    @Nullable Instant end,
    List<Fact> facts) {

  public SweepRecord {
    facts = List.copyOf(facts);
  }

  /**
   * One value.
   *
   * @param section the key that it stands below; empty for a key of the top level
   * @param name the key; dots between the parts of one that is nested deeper
   */
  public record Fact(String section, String name, String value) {}

  public static SweepRecord parse(String text) {
    JsonNode root;
    try {
      root = RecordJson.LINE.readTree(text);
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
    return new SweepRecord(
        text(root, SweepFile.ID),
        text(root, SweepFile.EXPERIMENT),
        text(root, SweepFile.GIT_COMMIT),
        instant(root, SweepFile.START),
        instant(root, SweepFile.END),
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
      facts.add(new Fact(section, name, String.join(", ", items)));
    } else if (!node.isNull()) {
      facts.add(new Fact(section, name, node.asString()));
    }
  }

  private static @Nullable Instant instant(JsonNode root, String key) {
    String text = text(root, key);
    try {
      return text == null ? null : Instant.parse(text);
    } catch (DateTimeException e) {
      return null;
    }
  }

  private static @Nullable String text(JsonNode root, String key) {
    JsonNode node = root.get(key);
    return node == null || !node.isValueNode() || node.isNull() ? null : node.asString();
  }
}
