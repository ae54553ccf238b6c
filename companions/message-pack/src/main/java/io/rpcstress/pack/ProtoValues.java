package io.rpcstress.pack;

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

  /**
   * A sample as a message of the user's own .proto.
   *
   * @throws UnusableInputException if it is none
   */
  static DynamicMessage parse(Descriptor type, JsonNode sample) throws UnusableInputException {
    DynamicMessage.Builder message = DynamicMessage.newBuilder(type);
    try {
      JsonFormat.parser().merge(sample.toString(), message);
    } catch (InvalidProtocolBufferException e) {
      throw new UnusableInputException(
          "the sample is no %s: %s".formatted(type.getFullName(), e.getMessage()), e);
    }
    return message.build();
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
