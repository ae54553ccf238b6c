package io.rpcstress.pack;

import io.rpcstress.pack.Shape.Field;
import io.rpcstress.pack.Shape.Fields;
import io.rpcstress.pack.Shape.Items;
import io.rpcstress.pack.Shape.Scalar;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Finds the shape that all samples have. A field that a sample lacks, or has as null, is optional;
 * a field that is whole here and decimal there is decimal; any other difference is refused. What
 * was only ever null, and the items of what was only ever empty, are taken for text.
 */
final class ShapeInference {
  /** Of one object: Java cannot hold the class that Avro's compiler makes for twice as many. */
  static final int MAX_FIELDS = 500;

  private final Identifiers types = new Identifiers();

  /** What was seen in one place of all samples. */
  private static final class Place {
    private final String path;
    private final Map<String, Place> fields = new LinkedHashMap<>();
    private @Nullable JsonNode example;
    private @Nullable Place items;
    private boolean isDecimal;
    private boolean wasNull;
    private int count;

    private Place(String path) {
      this.path = path;
    }

    private void add(JsonNode value) throws UnusableInputException {
      if (value.isNull()) {
        wasNull = true;
        return;
      }
      count++;
      JsonNode before = example;
      if (before == null) {
        example = value;
      } else if (!words(before).equals(words(value)) && !(before.isNumber() && value.isNumber())) {
        throw new UnusableInputException(
            "%s: %s in one place and %s in another; one type expected"
                .formatted(path, words(before), words(value)));
      }
      isDecimal |= value.isNumber() && !value.isIntegralNumber();
      if (value.isObject()) {
        addFields(value);
      } else if (value.isArray()) {
        addItems(value);
      }
    }

    private void addFields(JsonNode object) throws UnusableInputException {
      for (Map.Entry<String, JsonNode> each : object.properties()) {
        Place field = fields.computeIfAbsent(each.getKey(), key -> new Place(path + "." + key));
        field.add(each.getValue());
      }
      if (fields.size() > MAX_FIELDS) {
        throw new UnusableInputException(
            "%s: more than %,d fields in one object, the most that Avro's classes can have: group them"
                .formatted(path, MAX_FIELDS));
      }
    }

    private void addItems(JsonNode list) throws UnusableInputException {
      Place all = items;
      if (all == null) {
        all = new Place(path + "[]");
        items = all;
      }
      for (JsonNode each : list) {
        if (each.isNull()) {
          throw new UnusableInputException(
              all.path + ": null in a list, which not every encoding can carry");
        }
        all.add(each);
      }
    }
  }

  /** How an error names a value: {@code a whole number}. */
  static String words(JsonNode value) {
    return switch (value.getNodeType()) {
      case OBJECT -> "an object";
      case ARRAY -> "a list";
      case STRING -> "text";
      case BOOLEAN -> "a boolean";
      case NUMBER -> value.isIntegralNumber() ? "a whole number" : "a decimal number";
      default -> "null";
    };
  }

  Fields of(String name, List<JsonNode> samples) throws UnusableInputException {
    Place root = new Place(name);
    for (JsonNode each : samples) {
      root.add(each);
    }
    return fields(root, types.type(name));
  }

  private Fields fields(Place place, String typeName) throws UnusableInputException {
    if (place.fields.isEmpty()) {
      throw new UnusableInputException(place.path + ": an object without fields");
    }
    Fields shape = new Fields(typeName);
    Identifiers identifiers = new Identifiers();
    for (Map.Entry<String, Place> each : place.fields.entrySet()) {
      Place field = each.getValue();
      boolean optional = field.count < place.count;
      shape.add(
          new Field(
              each.getKey(),
              identifiers.field(each.getKey()),
              shape(field, each.getKey()),
              optional,
              field.wasNull));
    }
    return shape;
  }

  private Shape shape(Place place, String key) throws UnusableInputException {
    JsonNode example = place.example;
    if (example == null) {
      return Scalar.TEXT;
    }
    return switch (example.getNodeType()) {
      case OBJECT -> fields(place, types.type(key));
      case ARRAY -> new Items(place.items == null ? Scalar.TEXT : shape(place.items, key));
      case BOOLEAN -> Scalar.BOOLEAN;
      case NUMBER -> place.isDecimal ? Scalar.DOUBLE : Scalar.LONG;
      default -> Scalar.TEXT;
    };
  }
}
