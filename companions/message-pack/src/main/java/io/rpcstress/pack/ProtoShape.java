package io.rpcstress.pack;

import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import io.rpcstress.pack.Shape.Entries;
import io.rpcstress.pack.Shape.Field;
import io.rpcstress.pack.Shape.Fields;
import io.rpcstress.pack.Shape.Items;
import io.rpcstress.pack.Shape.Scalar;
import io.rpcstress.pack.Shape.Words;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The shape of a Protobuf message, as its JSON mapping has it: bytes are text in base 64, a time is
 * text, a wrapper is an optional value, and each member of a oneof is optional.
 */
final class ProtoShape {
  private static final Set<String> TEXTS =
      Set.of("google.protobuf.Timestamp", "google.protobuf.Duration", "google.protobuf.FieldMask");

  /** Messages whose JSON has no shape of its own. */
  private static final Set<String> SHAPELESS =
      Set.of(
          "google.protobuf.Any",
          "google.protobuf.Struct",
          "google.protobuf.Value",
          "google.protobuf.ListValue");

  private static final String WRAPPER = "google.protobuf.%sValue";

  private final Identifiers types = new Identifiers();
  private final Map<String, Shape> known = new HashMap<>();

  /** The shape of a message; a message that has itself in its parts is one shape. */
  Fields of(Descriptor message) throws UnusableInputException {
    Fields shape = new Fields(types.type(message.getName()));
    known.put(message.getFullName(), shape);
    if (message.getFields().isEmpty()) {
      throw new UnusableInputException(message.getFullName() + " has no fields");
    }
    if (message.getFields().size() > ShapeInference.MAX_FIELDS) {
      throw new UnusableInputException(
          "%s: more than %,d fields, the most that Avro's classes can have"
              .formatted(message.getFullName(), ShapeInference.MAX_FIELDS));
    }
    Identifiers identifiers = new Identifiers();
    for (FieldDescriptor each : message.getFields()) {
      shape.add(
          new Field(
              each.getJsonName(),
              identifiers.field(each.getJsonName()),
              shape(each),
              each.hasPresence(),
              false));
    }
    return shape;
  }

  private Shape shape(FieldDescriptor field) throws UnusableInputException {
    if (field.isMapField()) {
      return new Entries(single(field.getMessageType().findFieldByName("value")));
    }
    return field.isRepeated() ? new Items(single(field)) : single(field);
  }

  private Shape single(FieldDescriptor field) throws UnusableInputException {
    return switch (field.getJavaType()) {
      case INT -> isUnsigned(field) ? Scalar.LONG : Scalar.INT;
      case LONG -> Scalar.LONG;
      case FLOAT -> Scalar.FLOAT;
      case DOUBLE -> Scalar.DOUBLE;
      case BOOLEAN -> Scalar.BOOLEAN;
      case STRING, BYTE_STRING -> Scalar.TEXT;
      case ENUM -> words(field.getEnumType());
      case MESSAGE -> message(field);
    };
  }

  private static boolean isUnsigned(FieldDescriptor field) {
    FieldDescriptorProto.Type type = field.toProto().getType();
    return type == FieldDescriptorProto.Type.TYPE_UINT32
        || type == FieldDescriptorProto.Type.TYPE_FIXED32;
  }

  private Shape words(EnumDescriptor type) {
    @Nullable Shape before = known.get(type.getFullName());
    if (before != null) {
      return before;
    }
    List<String> symbols = type.getValues().stream().map(each -> each.getName()).toList();
    Shape words = new Words(types.type(type.getName()), symbols);
    known.put(type.getFullName(), words);
    return words;
  }

  private Shape message(FieldDescriptor field) throws UnusableInputException {
    Descriptor type = field.getMessageType();
    String name = type.getFullName();
    if (SHAPELESS.contains(name)) {
      throw new UnusableInputException(
          "%s: not every encoding can carry a %s".formatted(field.getFullName(), name));
    }
    if (TEXTS.contains(name)) {
      return Scalar.TEXT;
    }
    if (name.startsWith("google.protobuf.") && name.equals(WRAPPER.formatted(wrapped(type)))) {
      return single(type.findFieldByName("value"));
    }
    @Nullable Shape before = known.get(name);
    return before == null ? of(type) : before;
  }

  private static String wrapped(Descriptor type) {
    return type.getName().replaceFirst("Value$", "");
  }
}
