package io.rpcstress.rpcx.value;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import io.rpcstress.rpcx.wire.MalformedFrameException;
import io.rpcstress.rpcx.wire.Varints;
import java.io.IOException;

/**
 * Whole numbers, booleans and characters: varints, negative ones in ten bytes as Protobuf's int64.
 */
final class IntegerCodec extends NumberCodec {
  /** The Java types behind the varints. */
  enum Kind {
    /** bool. */
    BOOLEAN(0, 1),
    /** int8. */
    BYTE(Byte.MIN_VALUE, Byte.MAX_VALUE),
    /** int16. */
    SHORT(Short.MIN_VALUE, Short.MAX_VALUE),
    /** char: a UTF-16 unit. */
    CHARACTER(Character.MIN_VALUE, Character.MAX_VALUE),
    /** int32. */
    INT(Integer.MIN_VALUE, Integer.MAX_VALUE),
    /** int64. */
    LONG(Long.MIN_VALUE, Long.MAX_VALUE);

    private final long min;
    private final long max;

    Kind(long min, long max) {
      this.min = min;
      this.max = max;
    }
  }

  private final Kind kind;

  IntegerCodec(String alias, Kind kind) {
    super(alias, WireFormat.WIRETYPE_VARINT);
    this.kind = kind;
  }

  @Override
  void write(CodedOutputStream out, Object value) throws IOException {
    out.writeInt64NoTag(number(value));
  }

  private static long number(Object value) {
    if (value instanceof Boolean b) {
      return b ? 1 : 0;
    }
    return value instanceof Character c ? c : ((Number) value).longValue();
  }

  @Override
  public int plainSize(Object value) {
    return Varints.size(number(value));
  }

  @Override
  public void writePlain(Object value, byte[] target, int at) {
    int unusedEnd = Varints.write(target, at, number(value));
  }

  @Override
  Object read(CodedInputStream in) throws IOException {
    long value = in.readInt64();
    if (value < kind.min || value > kind.max) {
      throw new MalformedFrameException("a number out of the range of " + alias());
    }
    return box(value);
  }

  @Override
  Object zero() {
    return box(0);
  }

  private Object box(long value) {
    return switch (kind) {
      case BOOLEAN -> value != 0;
      case BYTE -> (byte) value;
      case SHORT -> (short) value;
      case CHARACTER -> (char) value;
      case INT -> (int) value;
      case LONG -> value;
    };
  }

  @Override
  String protoType(ProtoFile file) {
    return switch (kind) {
      case BOOLEAN -> "bool";
      case CHARACTER -> "uint32";
      case BYTE, SHORT, INT -> "int32";
      case LONG -> "int64";
    };
  }
}
