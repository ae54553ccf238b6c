package io.rpcstress.rpcx.value;

import com.google.protobuf.ByteString;
import io.rpcstress.rpcx.Published;
import io.rpcstress.rpcx.wire.MalformedFrameException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Enums: the constant's name, so that constants can be reordered and added. */
final class EnumCodec extends ValueCodec {
  private static final int MAX_SHOWN = 64;

  private final Map<String, Object> constants = new HashMap<>();

  /** What a constant that this side does not know is read as, or null. */
  private final @Nullable Object unknown;

  EnumCodec(String alias, Class<?> type) {
    super(alias);
    for (Object constant : type.getEnumConstants()) {
      constants.put(((Enum<?>) constant).name(), constant);
    }
    Published published = type.getAnnotation(Published.class);
    String name = published == null ? "" : published.unknown();
    unknown = name.isEmpty() ? null : constants.get(name);
    if (!name.isEmpty() && unknown == null) {
      throw new IllegalArgumentException(
          type.getName() + " has @Published(unknown = \"" + name + "\"), which is none of it");
    }
  }

  @Override
  public ByteString encode(Object value) {
    return ByteString.copyFromUtf8(((Enum<?>) value).name());
  }

  @Override
  public Object decode(ByteString content, ObjectBudget budget) {
    Object constant = constantOf(content);
    if (constant == null) {
      throw new MalformedFrameException(
          shown(utf8(content))
              + " is no constant of "
              + alias()
              + " here: deploy those who read a new constant before those who write it, or name"
              + " one with @Published(unknown = ...)");
    }
    return constant;
  }

  /** The constant of this name, or the one for unknown names; null if there is neither. */
  @Nullable Object constantOf(ByteString content) {
    return constants.getOrDefault(utf8(content), unknown);
  }

  /** What a peer sends is shown if it looks like a name. */
  private static String shown(String name) {
    boolean plain = name.length() <= MAX_SHOWN && !name.isEmpty();
    for (int i = 0; plain && i < name.length(); i++) {
      plain = Character.isJavaIdentifierPart(name.charAt(i));
    }
    return plain ? name : "a text";
  }

  /** The constants, in their order. */
  @Override
  Map<String, String> members() {
    Map<String, String> names = new LinkedHashMap<>();
    for (Object constant : new TreeSet<>(constants.values())) {
      names.put(((Enum<?>) constant).name(), "");
    }
    return names;
  }

  @Override
  String protoType(ProtoFile file) {
    return "string";
  }

  @Override
  String protoComment() {
    return alias() + ": " + String.join(", ", members().keySet());
  }
}
