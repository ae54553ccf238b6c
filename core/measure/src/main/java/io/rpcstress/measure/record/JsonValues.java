package io.rpcstress.measure.record;

import java.time.DateTimeException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Values of an object that may be anything: null where one is not what it has to be. */
final class JsonValues {

  private JsonValues() {}

  static @Nullable String text(JsonNode node, String key) {
    JsonNode value = node.path(key);
    return value.isString() ? value.asString() : null;
  }

  static @Nullable Instant instant(JsonNode node, String key) {
    String text = text(node, key);
    try {
      return text == null ? null : Instant.parse(text);
    } catch (DateTimeException e) {
      return null;
    }
  }
}
