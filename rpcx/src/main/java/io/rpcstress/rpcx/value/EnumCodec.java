package io.rpcstress.rpcx.value;

import io.rpcstress.rpcx.wire.MalformedFrameException;
import io.rpcstress.rpcx.wire.ProtoReader;
import io.rpcstress.rpcx.wire.ProtoWriter;
import java.util.HashMap;
import java.util.Map;

/** Enums: the constant's name, so that constants can be reordered and added. */
final class EnumCodec extends ValueCodec {
  private final Map<String, Object> constants = new HashMap<>();

  EnumCodec(String alias, Class<?> type) {
    super(alias, ProtoWriter.LEN);
    for (Object constant : type.getEnumConstants()) {
      constants.put(((Enum<?>) constant).name(), constant);
    }
  }

  @Override
  public void write(ProtoWriter out, Object value) {
    out.utf8(((Enum<?>) value).name());
  }

  @Override
  public Object read(byte[] bytes, int from, int to) {
    Object constant = constants.get(ProtoReader.utf8(bytes, from, to));
    if (constant == null) {
      throw new MalformedFrameException("not a constant of " + alias());
    }
    return constant;
  }
}
