package io.rpcstress.measure.record;

import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Records as JSON, each component a key. A key that is missing is null or 0, which a record refuses
 * where it may not be; one that no component has is passed over. Stateless.
 */
public final class RecordJson {

  static final JsonMapper LINE =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES).build();

  /** For a file that people look into, too. */
  static final JsonMapper INDENTED =
      JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

  private RecordJson() {}

  static <T> T read(String text, Class<T> type) {
    try {
      return LINE.readValue(text, type);
    } catch (JacksonException e) {
      String problem =
          e.getCause() instanceof IllegalArgumentException own
              ? own.getMessage()
              : e.getOriginalMessage();
      String place = place(e, e.getPath().size()).replaceFirst("^[.]", "");
      throw new IllegalArgumentException((place.isEmpty() ? "" : place + ": ") + problem, e);
    }
  }

  /** Where in a document something is wrong, {@code .probes[2].rate}; empty for the whole of it. */
  public static String place(JacksonException e, int depth) {
    return e.getPath().stream()
        .limit(depth)
        .map(
            each ->
                each.getPropertyName() == null
                    ? "[" + each.getIndex() + "]"
                    : "." + each.getPropertyName())
        .collect(Collectors.joining());
  }
}
