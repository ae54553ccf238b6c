package io.rpcstress.rpcx.value;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.rpcstress.rpcx.TypeCodec;
import io.rpcstress.rpcx.wire.MalformedFrameException;
import org.jspecify.annotations.Nullable;

/** A class of the application, by its own codec: bounded in bytes, counted by them. */
final class OwnCodec<T> extends ValueCodec {
  /** Bytes of content that may take about the memory of one object. */
  private static final int BYTES_PER_OBJECT = 16;

  private final TypeCodec<T> codec;
  private final Class<T> type;
  private final int maxBytes;

  OwnCodec(TypeCodec<T> codec) {
    super(codec.alias());
    this.codec = codec;
    type = codec.type();
    maxBytes = codec.maxBytes();
  }

  @Override
  public ByteString encode(Object value) {
    byte[] content = codec.encode(type.cast(value));
    if (content.length > maxBytes) {
      throw new IllegalArgumentException(
          "a " + alias() + " of " + content.length + " bytes, its codec allows " + maxBytes);
    }
    return UnsafeByteOperations.unsafeWrap(content);
  }

  @Override
  public Object decode(ByteString content, ObjectBudget budget) {
    int bytes = content.size();
    if (bytes > maxBytes) {
      throw new MalformedFrameException("a " + alias() + " of more than " + maxBytes + " bytes");
    }
    budget.take(1 + bytes / BYTES_PER_OBJECT);
    Object value = decoded(content.toByteArray());
    if (!type.isInstance(value)) {
      throw new MalformedFrameException("not a " + alias());
    }
    return value;
  }

  private @Nullable Object decoded(byte[] content) {
    try {
      return codec.decode(content);
    } catch (RuntimeException e) {
      throw new MalformedFrameException("not a " + alias());
    }
  }

  /** What it becomes is the application's, so it counts itself. */
  @Override
  public boolean compound() {
    return true;
  }

  @Override
  String protoType(ProtoFile file) {
    return "bytes";
  }
}
