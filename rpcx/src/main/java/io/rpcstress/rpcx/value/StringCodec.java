package io.rpcstress.rpcx.value;

import io.rpcstress.rpcx.wire.ProtoReader;
import io.rpcstress.rpcx.wire.ProtoWriter;

/** Strings: their UTF-8 bytes. */
final class StringCodec extends ValueCodec {
  StringCodec() {
    super("string", ProtoWriter.LEN);
  }

  @Override
  public void write(ProtoWriter out, Object value) {
    out.utf8((String) value);
  }

  @Override
  public Object read(byte[] bytes, int from, int to) {
    return ProtoReader.utf8(bytes, from, to);
  }

  @Override
  Object zero() {
    return "";
  }
}
