package io.rpcstress.rpcx.value;

import io.rpcstress.rpcx.wire.ProtoWriter;
import java.util.Arrays;

/** Byte arrays, as they are. */
final class BytesCodec extends ValueCodec {
  BytesCodec() {
    super("bytes", ProtoWriter.LEN);
  }

  @Override
  public void write(ProtoWriter out, Object value) {
    out.raw((byte[]) value);
  }

  @Override
  public Object read(byte[] bytes, int from, int to) {
    return Arrays.copyOfRange(bytes, from, to);
  }

  @Override
  Object zero() {
    return new byte[0];
  }
}
