package io.rpcstress.pack;

import io.rpcstress.pack.Shape.Field;
import io.rpcstress.pack.Shape.Fields;
import io.rpcstress.pack.Shape.Items;
import io.rpcstress.pack.Shape.Scalar;
import java.util.List;

/**
 * A message that was found in samples as a .proto, its parts nested in it. Protobuf has no list of
 * lists: an inner list stands in a message of its own, which has one field, {@value #ITEMS}.
 */
final class ProtoText {
  static final String ITEMS = "items";

  private final StringBuilder text = new StringBuilder();

  private ProtoText() {}

  static String of(String javaPackage, Fields root) {
    ProtoText proto = new ProtoText();
    proto.text.append(
        """
        syntax = "proto3";
        package %s;
        option java_package = "%1$s";
        option java_multiple_files = true;
        option java_outer_classname = "%sFile";

        """
            .formatted(javaPackage, root.typeName()));
    proto.append(root, "");
    return proto.text.toString();
  }

  private void append(Fields type, String indent) {
    line("%smessage %s {".formatted(indent, type.typeName()));
    List<Field> fields = type.fields();
    for (int i = 0; i < fields.size(); i++) {
      Field field = fields.get(i);
      boolean isList = field.shape() instanceof Items;
      boolean isOptional = field.optional() && field.shape() instanceof Scalar;
      String label = isList ? "repeated " : isOptional ? "optional " : "";
      Shape single = field.shape() instanceof Items items ? items.item() : field.shape();
      String name = type(single, field.identifier(), indent + "  ");
      line("%s  %s%s %s = %d;".formatted(indent, label, name, field.identifier(), i + 1));
    }
    line("%s}".formatted(indent));
  }

  /** The name of a type, which is declared first if it is no scalar. */
  private String type(Shape shape, String field, String indent) {
    if (shape instanceof Scalar scalar) {
      return scalar.proto();
    } else if (shape instanceof Fields nested) {
      append(nested, indent);
      return nested.typeName();
    } else if (shape instanceof Items inner) {
      String name = Character.toUpperCase(field.charAt(0)) + field.substring(1) + "InnerList";
      line("%smessage %s {".formatted(indent, name));
      String item = type(inner.item(), field + "Inner", indent + "  ");
      line("%s  repeated %s %s = 1;".formatted(indent, item, ITEMS));
      line("%s}".formatted(indent));
      return name;
    }
    throw new IllegalStateException("samples have no " + shape.words());
  }

  private void line(String line) {
    text.append(line).append('\n');
  }
}
