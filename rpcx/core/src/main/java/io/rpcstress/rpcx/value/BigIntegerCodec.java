package io.rpcstress.rpcx.value;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.rpcstress.rpcx.wire.MalformedFrameException;
import java.math.BigInteger;

/** Whole numbers of any size up to a bound: two's complement, the highest byte first. */
final class BigIntegerCodec extends ValueCodec {
  /** Longest number, in bytes: 32,768 bits. */
  static final int MAX_BYTES = 4096;

  BigIntegerCodec() {
    super("integer");
  }

  @Override
  public ByteString encode(Object value) {
    BigInteger number = (BigInteger) value;
    if (number.bitLength() >= MAX_BYTES * Byte.SIZE) {
      throw new IllegalArgumentException(
          "an integer of " + number.bitLength() + " bits, at most " + (MAX_BYTES * Byte.SIZE - 1));
    }
    return UnsafeByteOperations.unsafeWrap(number.toByteArray());
  }

  @Override
  public Object decode(ByteString content, ObjectBudget budget) {
    if (content.size() > MAX_BYTES) {
      throw new MalformedFrameException("an integer of more than " + MAX_BYTES + " bytes");
    }
    return content.isEmpty() ? zero() : new BigInteger(content.toByteArray());
  }

  @Override
  Object zero() {
    return BigInteger.ZERO;
  }

  @Override
  String protoType(ProtoFile file) {
    return "bytes";
  }
}
