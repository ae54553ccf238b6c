package io.rpcstress.rpcx.value;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;

/** IEEE 754 numbers: four bytes for {@code float}, eight for {@code double}, the lowest first. */
final class FloatCodec extends NumberCodec {
  private final boolean wide;

  FloatCodec(boolean wide) {
    super(
        wide ? "double" : "float",
        wide ? WireFormat.WIRETYPE_FIXED64 : WireFormat.WIRETYPE_FIXED32);
    this.wide = wide;
  }

  @Override
  void write(CodedOutputStream out, Object value) throws IOException {
    if (wide) {
      out.writeDoubleNoTag((Double) value);
    } else {
      out.writeFloatNoTag((Float) value);
    }
  }

  @Override
  Object read(CodedInputStream in) throws IOException {
    if (wide) {
      return in.readDouble();
    }
    return in.readFloat();
  }

  @Override
  Object zero() {
    if (wide) {
      return 0.0;
    }
    return 0.0f;
  }

  @Override
  String protoType(ProtoFile file) {
    return alias();
  }
}
