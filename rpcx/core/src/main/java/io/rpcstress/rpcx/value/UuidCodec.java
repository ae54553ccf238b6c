package io.rpcstress.rpcx.value;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.rpcstress.rpcx.wire.MalformedFrameException;
import java.nio.ByteBuffer;
import java.util.UUID;

/** UUIDs: their 16 bytes in the order of RFC 9562, which is that of the text. */
final class UuidCodec extends ValueCodec {
  private static final int BYTES = 2 * Long.BYTES;

  UuidCodec() {
    super("uuid");
  }

  @Override
  public ByteString encode(Object value) {
    UUID id = (UUID) value;
    byte[] bytes = new byte[BYTES];
    ByteBuffer unused =
        ByteBuffer.wrap(bytes)
            .putLong(id.getMostSignificantBits())
            .putLong(id.getLeastSignificantBits());
    return UnsafeByteOperations.unsafeWrap(bytes);
  }

  @Override
  public Object decode(ByteString content, ObjectBudget budget) {
    if (content.size() != BYTES) {
      throw new MalformedFrameException("a uuid of " + content.size() + " bytes");
    }
    ByteBuffer bytes = content.asReadOnlyByteBuffer();
    return new UUID(bytes.getLong(), bytes.getLong());
  }

  @Override
  String protoType(ProtoFile file) {
    return "bytes";
  }
}
