package io.rpcstress.client.harness.plan;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * An object of a JSON document, whose values are asked for by name and by what they have to be.
 * Every method throws {@link IllegalArgumentException} where a value is missing or is another one;
 * its message says where.
 *
 * @param path of this object, for messages
 * @param node what was read
 */
public record JsonPart(String path, JsonNode node) {

  /** Checks that it is an object. */
  public JsonPart {
    if (!node.isObject()) {
      throw new IllegalArgumentException(path + ": an object expected");
    }
  }

  public String text(String key) {
    return value(key, JsonNode::stringValue);
  }

  public int whole(String key) {
    return value(key, JsonNode::intValue);
  }

  public long large(String key) {
    return value(key, JsonNode::longValue);
  }

  public JsonPart part(String key) {
    return new JsonPart(path + "." + key, value(key, Function.identity()));
  }

  /** The texts of a list; none where it is not there. */
  public List<String> texts(String key) {
    return node.has(key)
        ? value(key, list -> list.valueStream().map(JsonNode::stringValue).toList())
        : List.of();
  }

  /** All values, each a text. */
  public Map<String, String> allTexts() {
    Map<String, String> all = new LinkedHashMap<>();
    node.propertyNames().forEach(key -> all.put(key, text(key)));
    return all;
  }

  private <T> T value(String key, Function<JsonNode, T> read) {
    try {
      return read.apply(node.required(key));
    } catch (JacksonException e) {
      throw new IllegalArgumentException(
          "%s.%s: %s".formatted(path, key, e.getOriginalMessage()), e);
    }
  }
}
