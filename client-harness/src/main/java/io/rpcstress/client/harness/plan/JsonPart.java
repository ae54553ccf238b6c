package io.rpcstress.client.harness.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
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
      throw new IllegalArgumentException(path + " is " + shown(node) + ": an object expected");
    }
  }

  public boolean has(String key) {
    return node.has(key);
  }

  public String text(String key) {
    return value(key, JsonNode::isString, "a text").asString();
  }

  public int whole(String key) {
    return value(key, JsonPart::isInt, "a whole number").asInt();
  }

  public long large(String key) {
    return value(key, n -> n.isIntegralNumber() && n.canConvertToLong(), "a whole number").asLong();
  }

  public JsonPart part(String key) {
    return new JsonPart(path + "." + key, value(key, JsonNode::isObject, "an object"));
  }

  /** The texts of a list; none where it is not there. */
  public List<String> texts(String key) {
    List<String> texts = new ArrayList<>();
    for (JsonNode each : list(key)) {
      texts.add(checked(path + "." + key, each, JsonNode::isString, "texts").asString());
    }
    return texts;
  }

  /** All values, each a text. */
  public Map<String, String> allTexts() {
    Map<String, String> all = new LinkedHashMap<>();
    node.properties().forEach(each -> all.put(each.getKey(), text(each.getKey())));
    return all;
  }

  private Iterable<JsonNode> list(String key) {
    return has(key) ? value(key, JsonNode::isArray, "a list") : List.of();
  }

  private JsonNode value(String key, Predicate<JsonNode> is, String expected) {
    return checked(path + "." + key, node.path(key), is, expected);
  }

  private static JsonNode checked(
      String where, JsonNode value, Predicate<JsonNode> is, String expected) {
    if (!is.test(value)) {
      throw new IllegalArgumentException(
          "%s is %s: %s expected".formatted(where, shown(value), expected));
    }
    return value;
  }

  private static boolean isInt(JsonNode value) {
    return value.isIntegralNumber() && value.canConvertToInt();
  }

  private static String shown(JsonNode value) {
    return value.isMissingNode() ? "missing" : value.isContainer() ? "a section" : value.toString();
  }
}
