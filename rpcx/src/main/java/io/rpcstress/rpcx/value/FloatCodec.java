package io.rpcstress.rpcx.value;

import io.rpcstress.rpcx.wire.MalformedFrameException;
import io.rpcstress.rpcx.wire.ProtoReader;
import io.rpcstress.rpcx.wire.ProtoWriter;

/** IEEE 754 numbers: four bytes for {@code float}, eight for {@code double}, the lowest first. */
final class FloatCodec extends ValueCodec {
  private final boolean wide;

  FloatCodec(boolean wide) {
    super(wide ? "double" : "float", wide ? ProtoWriter.FIXED64 : ProtoWriter.FIXED32);
    this.wide = wide;
  }

  @Override
  public void write(ProtoWriter out, Object value) {
    if (wide) {
      out.fixed64(Double.doubleToRawLongBits((Double) value));
    } else {
      out.fixed32(Float.floatToRawIntBits((Float) value));
    }
  }

  @Override
  public Object read(byte[] bytes, int from, int to) {
    if (to - from != (wide ? Double.BYTES : Float.BYTES)) {
      throw new MalformedFrameException("a " + alias() + " of the wrong length");
    }
    ProtoReader in = new ProtoReader().reset(bytes, from, to);
    if (wide) {
      return Double.longBitsToDouble(in.fixed64());
    }
    return Float.intBitsToFloat(in.fixed32());
  }

  @Override
  Object zero() {
    if (wide) {
      return 0.0;
    }
    return 0.0f;
  }
}
