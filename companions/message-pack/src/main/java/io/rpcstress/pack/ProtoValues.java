package io.rpcstress.pack;

import static java.util.Locale.ROOT;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.util.JsonFormat;
import io.rpcstress.pack.Shape.Entries;
import io.rpcstress.pack.Shape.Field;
import io.rpcstress.pack.Shape.Fields;
import io.rpcstress.pack.Shape.Items;
import io.rpcstress.pack.Shape.Scalar;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Samples as Protobuf messages, and back. */
final class ProtoValues {
  private static final JsonMapper MAPPER = new JsonMapper();
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private ProtoValues() {}

  /** A sample as the message that {@link ProtoText} declared for its shape. */
  static DynamicMessage ofShape(Fields shape, Descriptor type, JsonNode sample) {
    DynamicMessage.Builder message = DynamicMessage.newBuilder(type);
    for (Field each : shape.fields()) {
      @Nullable JsonNode value = sample.get(each.key());
      if (value != null && !value.isNull()) {
        set(message, type.findFieldByName(each.identifier()), each.shape(), value);
      }
    }
    return message.build();
  }

  private static void set(
      DynamicMessage.Builder message, FieldDescriptor field, Shape shape, JsonNode value) {
    if (shape instanceof Items items) {
      for (JsonNode each : value) {
        message.addRepeatedField(field, single(field, items.item(), each));
      }
    } else {
      message.setField(field, single(field, shape, value));
    }
  }

  private static Object single(FieldDescriptor field, Shape shape, JsonNode value) {
    if (shape instanceof Fields fields) {
      return ofShape(fields, field.getMessageType(), value);
    } else if (shape instanceof Items) {
      Descriptor inner = field.getMessageType();
      DynamicMessage.Builder message = DynamicMessage.newBuilder(inner);
      set(message, inner.findFieldByName(ProtoText.ITEMS), shape, value);
      return message.build();
    } else if (shape == Scalar.TEXT) {
      return value.stringValue();
    } else if (shape == Scalar.LONG) {
      return value.longValue();
    } else if (shape == Scalar.DOUBLE) {
      return value.doubleValue();
    }
    return value.booleanValue();
  }

  /** A sample as a message of the user's own .proto. */
  static DynamicMessage parse(Descriptor type, JsonNode sample, String path)
      throws UnusableInputException {
    DynamicMessage.Builder message = DynamicMessage.newBuilder(type);
    try {
      JsonFormat.parser().merge(sample.toString(), message);
    } catch (InvalidProtocolBufferException e) {
      checkMembers(type, sample, path);
      throw new UnusableInputException(
          "%s is no %s: %s".formatted(path, type.getFullName(), e.getMessage()), e);
    }
    return message.build();
  }

  /** Of a sample that does not fit: finds the member because of which it does not. */
  private static void checkMembers(Descriptor type, JsonNode sample, String path)
      throws UnusableInputException {
    for (Map.Entry<String, JsonNode> each : sample.properties()) {
      String place = path + "." + each.getKey();
      FieldDescriptor field = field(type, each.getKey());
      if (field == null) {
        throw new UnusableInputException(
            "%s: %s has no such field, only %s"
                .formatted(
                    place,
                    type.getFullName(),
                    type.getFields().stream()
                        .map(FieldDescriptor::getJsonName)
                        .collect(Collectors.joining(", "))));
      }
      if (each.getValue().isArray() && field.isRepeated()) {
        int i = 0;
        for (JsonNode item : each.getValue()) {
          checkMember(type, field, NODES.arrayNode().add(item), item, "%s[%d]".formatted(place, i));
          i++;
        }
      }
      checkMember(type, field, each.getValue(), each.getValue(), place);
    }
  }

  private static @Nullable FieldDescriptor field(Descriptor type, String key) {
    return type.getFields().stream()
        .filter(each -> each.getJsonName().equals(key) || each.getName().equals(key))
        .findFirst()
        .orElse(null);
  }

  private static void checkMember(
      Descriptor type, FieldDescriptor field, JsonNode value, JsonNode part, String place)
      throws UnusableInputException {
    String alone = NODES.objectNode().set(field.getJsonName(), value).toString();
    try {
      JsonFormat.parser().merge(alone, DynamicMessage.newBuilder(type));
    } catch (InvalidProtocolBufferException e) {
      boolean isMessage = field.getJavaType() == FieldDescriptor.JavaType.MESSAGE;
      String name =
          isMessage
              ? field.getMessageType().getFullName()
              : field.getType().name().toLowerCase(ROOT);
      boolean hasFields =
          isMessage && !field.isMapField() && !name.startsWith(ProtoFiles.WELL_KNOWN);
      if (hasFields && part.isObject()) {
        checkMembers(field.getMessageType(), part, place);
      }
      throw new UnusableInputException("%s is no %s: %s".formatted(place, name, e.getMessage()), e);
    }
  }

  /** A message by Protobuf's JSON mapping, with numbers where that has text for 64 bits. */
  static JsonNode json(Fields shape, DynamicMessage message) throws UnusableInputException {
    try {
      String text = JsonFormat.printer().alwaysPrintFieldsWithNoPresence().print(message);
      return numbers(shape, MAPPER.readTree(text));
    } catch (InvalidProtocolBufferException e) {
      throw new UnusableInputException(String.valueOf(e.getMessage()), e);
    }
  }

  private static JsonNode numbers(Shape shape, JsonNode value) throws UnusableInputException {
    if (shape instanceof Fields fields) {
      ObjectNode object = NODES.objectNode();
      for (Field each : fields.fields()) {
        @Nullable JsonNode member = value.get(each.key());
        if (member != null) {
          object.set(each.key(), numbers(each.shape(), member));
        }
      }
      return object;
    } else if (shape instanceof Items items) {
      ArrayNode list = NODES.arrayNode();
      for (JsonNode each : value) {
        list.add(numbers(items.item(), each));
      }
      return list;
    } else if (shape instanceof Entries entries) {
      ObjectNode object = NODES.objectNode();
      for (Map.Entry<String, JsonNode> each : value.properties()) {
        object.set(each.getKey(), numbers(entries.value(), each.getValue()));
      }
      return object;
    } else if (value.isString() && shape instanceof Scalar scalar && scalar != Scalar.TEXT) {
      return number(scalar, value.stringValue());
    }
    return value;
  }

  private static JsonNode number(Scalar scalar, String text) throws UnusableInputException {
    try {
      return switch (scalar) {
        case INT, LONG -> NODES.numberNode(Long.parseLong(text));
        default -> throw new UnusableInputException(text + " is no number that JSON has");
      };
    } catch (NumberFormatException e) {
      throw new UnusableInputException(
          text + ": an unsigned number that does not fit 63 bits, which JSON's readers refuse", e);
    }
  }
}
