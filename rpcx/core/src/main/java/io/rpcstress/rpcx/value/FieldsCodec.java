package io.rpcstress.rpcx.value;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import io.rpcstress.rpcx.wire.MalformedFrameException;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Values that are messages of a schema that follows from the declared type. */
abstract class FieldsCodec extends ValueCodec {
  private static final int USUAL_BYTES = 128;

  FieldsCodec(String alias) {
    super(alias);
  }

  /** Writes the message's fields. */
  abstract void write(CodedOutputStream out, Object value) throws IOException;

  /** Reads the message's fields, to the end. */
  abstract Object read(CodedInputStream in, ObjectBudget budget) throws IOException;

  @Override
  public final boolean compound() {
    return true;
  }

  @Override
  public final ByteString encode(Object value) {
    Gathered gathered = new Gathered();
    try {
      write(gathered.out, value);
      return gathered.bytes();
    } catch (IOException e) {
      // Memory does not fail.
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public final Object decode(ByteString content, ObjectBudget budget) {
    CodedInputStream in = content.newCodedInput();
    // Parts of the content are seen where they lie instead of being copied at every level.
    in.enableAliasing(true);
    try {
      return read(in, budget);
    } catch (IOException e) {
      throw new MalformedFrameException("not a " + alias());
    }
  }

  /** Reads the value where it stands, without a stream and a slice of its own. */
  @Override
  final Object readField(CodedInputStream in, ObjectBudget budget) throws IOException {
    int outer = in.pushLimit(in.readRawVarint32());
    Object value;
    try {
      value = read(in, budget);
    } catch (IOException e) {
      throw new MalformedFrameException("not a " + alias());
    }
    in.popLimit(outer);
    return value;
  }

  /** Bytes whose number is known only when they are written. */
  static final class Gathered {
    private final ByteString.Output bytes = ByteString.newOutput(USUAL_BYTES);

    /** Where to write. */
    final CodedOutputStream out = CodedOutputStream.newInstance(bytes, USUAL_BYTES);

    /** What was written. */
    ByteString bytes() throws IOException {
      out.flush();
      return bytes.toByteString();
    }
  }
}
