package io.rpcstress.client.harness.plan;

import com.fasterxml.jackson.annotation.JsonAutoDetect.Visibility;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.rpcstress.client.harness.plan.Misuse.Nearest;
import io.rpcstress.contract.PrintableText;
import io.rpcstress.measure.record.RecordJson;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DatabindException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.exc.UnrecognizedPropertyException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The records of this package as JSON: of a sweep's plan, and of the task that a process is passed
 * which measures a point. What is not known is refused. Stateless.
 */
public final class Documents {

  private static final int LONGEST_KEY = 40;

  private static final JsonMapper JSON =
      JsonMapper.builder()
          .changeDefaultVisibility(v -> v.withIsGetterVisibility(Visibility.NONE))
          .changeDefaultPropertyInclusion(i -> i.withValueInclusion(JsonInclude.Include.NON_NULL))
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          // a plan has the names of constants, an option has other words
          .disable(EnumFeature.READ_ENUMS_USING_TO_STRING)
          .disable(EnumFeature.WRITE_ENUMS_USING_TO_STRING)
          .build();

  private Documents() {}

  public static String of(PointTask task) {
    return JSON.writeValueAsString(task);
  }

  public static ObjectNode tree(Object whole) {
    return JSON.valueToTree(whole);
  }

  public static PointTask task(String text) {
    try {
      return read("task", JSON.readTree(text), PointTask.class);
    } catch (JacksonException e) {
      throw new IllegalArgumentException("task is no JSON: " + e.getOriginalMessage(), e);
    }
  }

  public static <T> T read(String name, JsonNode part, Class<T> type) {
    if (!part.isObject()) {
      throw new IllegalArgumentException(name + " is missing: an object expected");
    }
    try {
      return JSON.treeToValue(part, type);
    } catch (UnrecognizedPropertyException e) {
      String key = PrintableText.of(e.getPropertyName(), LONGEST_KEY);
      throw new IllegalArgumentException(
          "%s has '%s': %s"
              .formatted(
                  place(name, e),
                  key,
                  Nearest.hint(
                      key,
                      e.getKnownPropertyIds().stream().map(String::valueOf).sorted().toList())),
          e);
    } catch (DatabindException e) {
      throw new IllegalArgumentException(place(name, e) + ": " + why(e), e);
    }
  }

  private static String why(DatabindException e) {
    if (e.getCause() instanceof IllegalArgumentException refused) {
      return String.valueOf(refused.getMessage());
    }
    String message = e.getOriginalMessage().replaceAll("\\R.*", "");
    return message.startsWith("Cannot map `null`") ? "missing" : message;
  }

  /** {@code plan.runs.count}; of an unknown key the object that has it. */
  private static String place(String name, DatabindException e) {
    int known = e.getPath().size() - (e instanceof UnrecognizedPropertyException ? 1 : 0);
    return name + RecordJson.place(e, known);
  }
}
