package io.rpcstress.rpcx.value;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import java.io.IOException;

/**
 * Stands for the codec of a type inside of that type, which is not made yet: of a record that
 * contains itself. How deep such a value may be is bounded where it is read.
 */
final class LaterCodec extends FieldsCodec {
  private FieldsCodec target = this;

  LaterCodec(String alias) {
    super(alias);
  }

  /** The type's codec is made. */
  void is(FieldsCodec made) {
    target = made;
  }

  @Override
  void write(CodedOutputStream out, Object value) throws IOException {
    target.write(out, value);
  }

  @Override
  Object read(CodedInputStream in, ObjectBudget budget) throws IOException {
    budget.deeper();
    Object value = target.read(in, budget);
    budget.higher();
    return value;
  }

  @Override
  String protoType(ProtoFile file) {
    return target.protoType(file);
  }
}
