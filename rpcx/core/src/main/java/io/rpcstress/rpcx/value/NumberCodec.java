package io.rpcstress.rpcx.value;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.UnsafeByteOperations;
import io.rpcstress.rpcx.wire.MalformedFrameException;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Values whose fields have no length: their end is in their bytes. Lists pack them. */
abstract class NumberCodec extends ValueCodec {
  /** The longest number: a varint of 64 bits. */
  private static final int MAX_BYTES = 10;

  private final int wireType;

  NumberCodec(String alias, int wireType) {
    super(alias);
    this.wireType = wireType;
  }

  /** Writes the number alone. */
  abstract void write(CodedOutputStream out, Object value) throws IOException;

  /** Reads the number alone. */
  abstract Object read(CodedInputStream in) throws IOException;

  @Override
  public final ByteString encode(Object value) {
    byte[] bytes = new byte[MAX_BYTES];
    CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    try {
      write(out, value);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return UnsafeByteOperations.unsafeWrap(bytes, 0, out.getTotalBytesWritten());
  }

  @Override
  public final Object decode(ByteString content, ObjectBudget budget) {
    CodedInputStream in = content.newCodedInput();
    try {
      Object value = read(in);
      if (in.isAtEnd()) {
        return value;
      }
    } catch (IOException e) {
      // It is cut off, which is as wrong as being too long.
    }
    throw new MalformedFrameException("a " + alias() + " of the wrong length");
  }

  @Override
  final int wireType() {
    return wireType;
  }

  @Override
  final void writeField(CodedOutputStream out, int field, Object value) throws IOException {
    out.writeTag(field, wireType);
    write(out, value);
  }

  @Override
  final Object readField(CodedInputStream in, ObjectBudget budget) throws IOException {
    return read(in);
  }
}
