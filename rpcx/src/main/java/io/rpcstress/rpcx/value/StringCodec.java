package io.rpcstress.rpcx.value;

import com.google.protobuf.ByteString;

/** Strings: their UTF-8 bytes. */
final class StringCodec extends ValueCodec {
  StringCodec() {
    super("string");
  }

  @Override
  public ByteString encode(Object value) {
    return ByteString.copyFromUtf8((String) value);
  }

  @Override
  public Object decode(ByteString content, ObjectBudget budget) {
    return utf8(content);
  }

  @Override
  Object zero() {
    return "";
  }
}
