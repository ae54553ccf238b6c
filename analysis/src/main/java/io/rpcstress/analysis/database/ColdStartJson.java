package io.rpcstress.analysis.database;

import io.rpcstress.analysis.model.ColdStart;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What {@code coldstart --out} keeps: {@code coldstart.json}. */
final class ColdStartJson {

  /** The file's name in a sweep's folder. */
  static final String FILE = "coldstart.json";

  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** Far above 40 subjects in 100 rounds. */
  private static final int MAX_SAMPLES = 10_000;

  private static final int MAX_CHARACTERS = 16 << 20;

  private ColdStartJson() {}

  /**
   * Reads the text.
   *
   * @throws IllegalArgumentException if it is not what the command writes; the message says where
   */
  static List<ColdStart> parse(String text) {
    if (text.length() > MAX_CHARACTERS) {
      throw new IllegalArgumentException(
          text.length() + " characters: " + MAX_CHARACTERS + " at most expected");
    }
    try {
      JsonNode root = JSON.readTree(text);
      JsonNode samples = root.path("samples");
      if (!samples.isArray() || samples.size() > MAX_SAMPLES) {
        throw new IllegalArgumentException(
            "a list 'samples' of " + MAX_SAMPLES + " at most expected");
      }
      int calls = (int) number(root, "calls", "");
      List<ColdStart> all = new ArrayList<>();
      for (JsonNode each : samples) {
        all.add(sample(each, calls, "samples[" + all.size() + "]."));
      }
      return all;
    } catch (JacksonException e) {
      throw new IllegalArgumentException("no JSON: " + e.getOriginalMessage(), e);
    }
  }

  private static ColdStart sample(JsonNode node, int calls, String where) {
    return new ColdStart(
        word(node, "side", where),
        word(node, "technology", where),
        node.path("archive").isBoolean() && node.path("archive").booleanValue(),
        calls,
        number(node, "startMs", where),
        optional(node, "firstCallMs"),
        optional(node, "callsMs"),
        optional(node, "cpuMs"),
        optional(node, "rssKb"));
  }

  private static String word(JsonNode node, String key, String where) {
    JsonNode value = node.path(key);
    if (!value.isString() || !value.stringValue().matches("[a-z0-9@-]{1,128}")) {
      throw new IllegalArgumentException(where + key + ": a name expected");
    }
    return value.stringValue();
  }

  private static double number(JsonNode node, String key, String where) {
    Double value = optional(node, key);
    if (value == null) {
      throw new IllegalArgumentException(where + key + ": a number, 0 or more, expected");
    }
    return value;
  }

  private static @Nullable Double optional(JsonNode node, String key) {
    JsonNode value = node.path(key);
    return value.isNumber() && value.doubleValue() >= 0 && Double.isFinite(value.doubleValue())
        ? (Double) value.doubleValue()
        : null;
  }
}
