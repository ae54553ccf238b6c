package io.rpcstress.pack;

import io.rpcstress.pack.Shape.Entries;
import io.rpcstress.pack.Shape.Field;
import io.rpcstress.pack.Shape.Fields;
import io.rpcstress.pack.Shape.Items;
import io.rpcstress.pack.Shape.Scalar;
import io.rpcstress.pack.Shape.Words;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * A message as a Java record with Jackson's annotations, its parts nested in it. An object of more
 * fields than a constructor can take becomes a bean. All are serializable.
 */
final class JavaSource {
  /** A long and a double take two of the 255 places of a constructor's parameters. */
  private static final int MAX_COMPONENTS = 120;

  /** Of a text it writes what is a Java literal, too. */
  private static final JsonMapper LITERALS =
      JsonMapper.builder()
          .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
          .disable(JsonWriteFeature.ESCAPE_FORWARD_SLASHES)
          .build();

  private final StringBuilder text = new StringBuilder();

  private JavaSource() {}

  static String of(String packageName, Fields root) {
    JavaSource source = new JavaSource();
    source.text.append(
        """
        package %s;

        import com.fasterxml.jackson.annotation.JsonInclude;
        import com.fasterxml.jackson.annotation.JsonProperty;
        import java.io.Serializable;
        import java.util.List;
        import java.util.Map;
        import java.util.Objects;

        """
            .formatted(packageName));
    source.append(root, "public ", parts(root));
    return source.text.toString();
  }

  /** The types of all parts, each once, without the root. */
  private static Set<Shape> parts(Fields root) {
    Set<Shape> parts = new LinkedHashSet<>();
    collect(root, parts);
    parts.remove(root);
    return parts;
  }

  private static void collect(Shape shape, Set<Shape> into) {
    if (shape instanceof Items items) {
      collect(items.item(), into);
    } else if (shape instanceof Entries entries) {
      collect(entries.value(), into);
    } else if (shape instanceof Words) {
      into.add(shape);
    } else if (shape instanceof Fields fields && into.add(fields)) {
      fields.fields().forEach(each -> collect(each.shape(), into));
    }
  }

  private void append(Fields type, String modifiers, Set<Shape> nested) {
    boolean isRecord = type.fields().size() <= MAX_COMPONENTS;
    if (isRecord) {
      openRecord(type, modifiers);
    } else {
      openBean(type, modifiers);
    }
    for (Shape part : nested) {
      if (part instanceof Words words) {
        line(
            "  public enum %s { %s }"
                .formatted(words.typeName(), String.join(", ", words.symbols())));
      } else if (part instanceof Fields fields) {
        append(fields, "public static ", Set.of());
      }
    }
    line("}");
  }

  private void openRecord(Fields type, String modifiers) {
    line("%srecord %s(".formatted(modifiers, type.typeName()));
    List<Field> fields = type.fields();
    for (int i = 0; i < fields.size(); i++) {
      Field field = fields.get(i);
      String comma = i < fields.size() - 1 ? "," : "";
      line("    %s %s %s%s".formatted(annotations(field), java(field), field.identifier(), comma));
    }
    line("    ) implements Serializable {");
  }

  private void openBean(Fields type, String modifiers) {
    line("%sclass %s implements Serializable {".formatted(modifiers, type.typeName()));
    line("  private static final long serialVersionUID = 1L;");
    for (Field field : type.fields()) {
      line("  %s private %s %s;".formatted(annotations(field), java(field), field.identifier()));
    }
    line("  @Override public boolean equals(Object other) {");
    line("    if (!(other instanceof %s that)) { return false; }".formatted(type.typeName()));
    for (Field field : type.fields()) {
      line(
          "    if (!Objects.equals(%1$s, that.%1$s)) { return false; }"
              .formatted(field.identifier()));
    }
    line("    return true;");
    line("  }");
    Field first = type.fields().get(0);
    line(
        "  @Override public int hashCode() { return Objects.hashCode(%s); }"
            .formatted(first.identifier()));
  }

  private void line(String line) {
    text.append(line).append('\n');
  }

  private static String annotations(Field field) {
    String property = "@JsonProperty(" + LITERALS.writeValueAsString(field.key()) + ")";
    return field.optional() && !field.isNullWritten()
        ? property + " @JsonInclude(JsonInclude.Include.NON_NULL)"
        : property;
  }

  private static String java(Field field) {
    return field.shape() instanceof Scalar scalar && !field.optional()
        ? scalar.java()
        : boxed(field.shape());
  }

  private static String boxed(Shape shape) {
    if (shape instanceof Scalar scalar) {
      return scalar.boxed();
    } else if (shape instanceof Words words) {
      return words.typeName();
    } else if (shape instanceof Items items) {
      return "List<" + boxed(items.item()) + ">";
    } else if (shape instanceof Entries entries) {
      return "Map<String, " + boxed(entries.value()) + ">";
    }
    return ((Fields) shape).typeName();
  }
}
