package io.rpcstress.measure.record;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.json.JsonMapper;

/** Reads records out of JSON files: what is missing is null, 0 or an empty list. Stateless. */
final class JsonRecords {

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .withConfigOverride(
              List.class, o -> o.setNullHandling(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY)))
          .build();

  private JsonRecords() {}

  /**
   * Reads one.
   *
   * @throws IllegalArgumentException if it is none; the message says which value is wrong
   */
  static <T> T read(String text, Class<T> type) {
    try {
      return JSON.readValue(text, type);
    } catch (DatabindException e) {
      String where =
          e.getPath().stream()
              .map(
                  at ->
                      at.getPropertyName() == null
                          ? "[" + at.getIndex() + "]"
                          : at.getPropertyName())
              .collect(Collectors.joining("."));
      throw new IllegalArgumentException(where + ": " + e.getOriginalMessage(), e);
    } catch (JacksonException e) {
      throw new IllegalArgumentException("is not JSON: " + e.getOriginalMessage(), e);
    }
  }
}
