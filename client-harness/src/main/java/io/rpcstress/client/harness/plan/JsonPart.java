package io.rpcstress.client.harness.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

  /** More of an unknown key is not shown, nor compared with those that are known. */
  private static final int LONGEST_KEY = 40;

  /** Checks that it is an object. */
  public JsonPart {
    if (!node.isObject()) {
      throw new IllegalArgumentException(path + " is " + shown(node) + ": an object expected");
    }
  }

  /** Whether there is such a value. */
  public boolean has(String key) {
    return node.has(key);
  }

  /** Sees that there is nothing else in it, which nobody would read. */
  public void only(Set<String> known) {
    node.properties().stream()
        .map(Map.Entry::getKey)
        .filter(key -> !known.contains(key))
        .findFirst()
        .ifPresent(
            key -> {
              String shown = key.substring(0, Math.min(key.length(), LONGEST_KEY));
              throw new IllegalArgumentException(
                  "%s has '%s': %s"
                      .formatted(
                          path, shown, Nearest.hint(shown, known.stream().sorted().toList())));
            });
  }

  /** A text. */
  public String text(String key) {
    return value(key, JsonNode::isString, "a text").asString();
  }

  /** A text, or another one where it is missing. */
  public String text(String key, String otherwise) {
    return has(key) ? text(key) : otherwise;
  }

  /** True or false. */
  public boolean flag(String key) {
    return value(key, JsonNode::isBoolean, "true or false").asBoolean();
  }

  /** A whole number of 32 bits. */
  public int whole(String key) {
    return value(key, JsonPart::isInt, "a whole number").asInt();
  }

  /** A whole number of 64 bits. */
  public long large(String key) {
    return value(key, n -> n.isIntegralNumber() && n.canConvertToLong(), "a whole number").asLong();
  }

  /** A number. */
  public double number(String key) {
    return value(key, JsonNode::isNumber, "a number").asDouble();
  }

  /** An object. */
  public JsonPart part(String key) {
    return new JsonPart(path + "." + key, value(key, JsonNode::isObject, "an object"));
  }

  /** The objects of a list; none where it is not there. */
  public List<JsonPart> parts(String key) {
    List<JsonPart> parts = new ArrayList<>();
    for (JsonNode each : list(key)) {
      parts.add(new JsonPart("%s.%s[%d]".formatted(path, key, parts.size()), each));
    }
    return parts;
  }

  /** The texts of a list; none where it is not there. */
  public List<String> texts(String key) {
    List<String> texts = new ArrayList<>();
    for (JsonNode each : list(key)) {
      texts.add(checked(path + "." + key, each, JsonNode::isString, "texts").asString());
    }
    return texts;
  }

  /** The numbers of a list; none where it is not there. */
  public List<Integer> wholes(String key) {
    List<Integer> numbers = new ArrayList<>();
    for (JsonNode each : list(key)) {
      numbers.add(checked(path + "." + key, each, JsonPart::isInt, "whole numbers").asInt());
    }
    return numbers;
  }

  /** All values, each a text. */
  public Map<String, String> allTexts() {
    Map<String, String> all = new LinkedHashMap<>();
    node.properties().forEach(each -> all.put(each.getKey(), text(each.getKey())));
    return all;
  }

  /** All values, each a whole number. */
  public Map<String, Integer> allWhole() {
    Map<String, Integer> all = new LinkedHashMap<>();
    node.properties().forEach(each -> all.put(each.getKey(), whole(each.getKey())));
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
