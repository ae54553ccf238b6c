package io.rpcstress.rpcx.value;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;

/** Byte arrays, as they are. */
final class BytesCodec extends ValueCodec {
  BytesCodec() {
    super("bytes");
  }

  @Override
  public ByteString encode(Object value) {
    return UnsafeByteOperations.unsafeWrap((byte[]) value);
  }

  @Override
  public Object decode(ByteString content, ObjectBudget budget) {
    return content.toByteArray();
  }

  @Override
  Object zero() {
    return new byte[0];
  }
}
