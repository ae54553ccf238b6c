package io.rpcstress.rpcx.value;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import io.rpcstress.rpcx.wire.MalformedFrameException;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Maps: a message with one Protobuf map, field 1; read in the order of the wire. */
final class MapCodec extends FieldsCodec {
  private static final int ENTRY = 1;
  private static final int KEY = 1;
  private static final int VALUE = 2;
  private static final int OBJECTS = 3;

  private final ValueCodec key;
  private final ValueCodec value;

  MapCodec(ValueCodec key, ValueCodec value) {
    super("map<" + key.alias() + "," + value.alias() + ">");
    this.key = key;
    this.value = value;
  }

  @Override
  void write(CodedOutputStream out, Object map) throws IOException {
    for (Map.Entry<?, ?> entry : ((Map<?, ?>) map).entrySet()) {
      if (entry.getKey() == null || entry.getValue() == null) {
        throw new IllegalArgumentException(
            "null in a " + alias() + ": keys and values cannot be null");
      }
      Gathered part = new Gathered();
      key.writeField(part.out, KEY, entry.getKey());
      value.writeField(part.out, VALUE, entry.getValue());
      out.writeBytes(ENTRY, part.bytes());
    }
  }

  @Override
  Object read(CodedInputStream in, ObjectBudget budget) throws IOException {
    budget.take(1);
    Map<Object, Object> map = new LinkedHashMap<>();
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      if (WireFormat.getTagFieldNumber(tag) == ENTRY
          && WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_LENGTH_DELIMITED) {
        entry(map, in, budget);
      } else {
        skip(in, tag);
      }
    }
    return map;
  }

  private void entry(Map<Object, Object> map, CodedInputStream in, ObjectBudget budget)
      throws IOException {
    // The entry, its key and its value.
    budget.take(OBJECTS);
    int outer = in.pushLimit(in.readRawVarint32());
    Object k = key.zero();
    Object v = value.zero();
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      int field = WireFormat.getTagFieldNumber(tag);
      int wireType = WireFormat.getTagWireType(tag);
      if (field == KEY && wireType == key.wireType()) {
        k = key.readField(in, budget);
      } else if (field == VALUE && wireType == value.wireType()) {
        v = value.readField(in, budget);
      } else {
        skip(in, tag);
      }
    }
    in.popLimit(outer);
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

  @Override
  String protoType(ProtoFile file) {
    return file.message(
        alias(),
        f ->
            List.of(
                "map<"
                    + key.protoType(f)
                    + ", "
                    + value.protoType(f)
                    + "> entries = "
                    + ENTRY
                    + ";"));
  }
}
