package io.rpcstress.rpcx.value;

import com.google.protobuf.ByteString;
import io.rpcstress.rpcx.wire.MalformedFrameException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** Enums: the constant's name, so that constants can be reordered and added. */
final class EnumCodec extends ValueCodec {
  private final Map<String, Object> constants = new HashMap<>();

  EnumCodec(String alias, Class<?> type) {
    super(alias);
    for (Object constant : type.getEnumConstants()) {
      constants.put(((Enum<?>) constant).name(), constant);
    }
  }

  @Override
  public ByteString encode(Object value) {
    return ByteString.copyFromUtf8(((Enum<?>) value).name());
  }

  @Override
  public Object decode(ByteString content, ObjectBudget budget) {
    Object constant = constants.get(utf8(content));
    if (constant == null) {
      throw new MalformedFrameException("not a constant of " + alias());
    }
    return constant;
  }

  @Override
  String protoType(ProtoFile file) {
    return "string";
  }

  @Override
  String protoComment() {
    List<String> names = new ArrayList<>();
    for (Object constant : new TreeSet<>(constants.values())) {
      names.add(((Enum<?>) constant).name());
    }
    return alias() + ": " + String.join(", ", names);
  }
}
