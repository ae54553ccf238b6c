package io.rpcstress.rpcx.value;

import io.rpcstress.rpcx.wire.MalformedFrameException;
import io.rpcstress.rpcx.wire.ProtoReader;
import io.rpcstress.rpcx.wire.ProtoWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Maps: a message with one Protobuf map, field 1; read in the order of the wire. */
final class MapCodec extends ValueCodec {
  private static final int ENTRY = 1;
  private static final int KEY = 1;
  private static final int VALUE = 2;

  private final ValueCodec key;
  private final ValueCodec value;

  MapCodec(ValueCodec key, ValueCodec value) {
    super("map<" + key.alias() + "," + value.alias() + ">", ProtoWriter.LEN);
    this.key = key;
    this.value = value;
  }

  @Override
  public void write(ProtoWriter out, Object map) {
    for (Map.Entry<?, ?> entry : ((Map<?, ?>) map).entrySet()) {
      if (entry.getKey() == null || entry.getValue() == null) {
        throw new IllegalArgumentException(
            "null in a " + alias() + ": keys and values cannot be null");
      }
      out.tag(ENTRY, ProtoWriter.LEN);
      int mark = out.beginLength();
      key.writeField(out, KEY, entry.getKey());
      value.writeField(out, VALUE, entry.getValue());
      out.endLength(mark);
    }
  }

  @Override
  public Object read(byte[] bytes, int from, int to) {
    Map<Object, Object> map = new LinkedHashMap<>();
    ProtoReader in = new ProtoReader().reset(bytes, from, to);
    while (in.hasMore()) {
      int tag = in.tag();
      if (tag == (ENTRY << 3 | ProtoWriter.LEN)) {
        int length = in.length();
        entry(map, bytes, in.position(), in.position() + length);
        in.skip(length);
      } else {
        in.skipField(tag);
      }
    }
    return map;
  }

  private void entry(Map<Object, Object> map, byte[] bytes, int from, int to) {
    Object k = key.zero();
    Object v = value.zero();
    ProtoReader in = new ProtoReader().reset(bytes, from, to);
    while (in.hasMore()) {
      int tag = in.tag();
      if (tag == (KEY << 3 | key.wireType())) {
        k = key.readField(in);
      } else if (tag == (VALUE << 3 | value.wireType())) {
        v = value.readField(in);
      } else {
        in.skipField(tag);
      }
    }
    map.put(present(k), present(v));
    if (map.size() > ListCodec.MAX_ELEMENTS) {
      throw new MalformedFrameException("more than " + ListCodec.MAX_ELEMENTS + " elements");
    }
  }

  @Override
  Object zero() {
    return new LinkedHashMap<>();
  }

  private Object present(@Nullable Object part) {
    if (part == null) {
      throw new MalformedFrameException("a map entry without key or value");
    }
    return part;
  }
}
