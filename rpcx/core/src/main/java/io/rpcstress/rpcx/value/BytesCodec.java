package io.rpcstress.rpcx.value;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import java.util.Arrays;

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
  public int plainSize(Object value) {
    return ((byte[]) value).length;
  }

  @Override
  public void writePlain(Object value, byte[] target, int at) {
    byte[] bytes = (byte[]) value;
    System.arraycopy(bytes, 0, target, at, bytes.length);
  }

  @Override
  public Object decode(byte[] bytes, int from, int to, ObjectBudget budget) {
    return Arrays.copyOfRange(bytes, from, to);
  }

  @Override
  Object zero() {
    return new byte[0];
  }

  @Override
  String protoType(ProtoFile file) {
    return "bytes";
  }
}
