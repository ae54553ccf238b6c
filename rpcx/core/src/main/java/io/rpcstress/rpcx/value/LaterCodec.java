package io.rpcstress.rpcx.value;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import java.io.IOException;

/**
 * Stands for the codec of a type inside of that type, which is not made yet: of a record that
 * contains itself. How deep such a value may be is bounded where it is read, and where it is
 * written: a value that contains itself would never end.
 */
final class LaterCodec extends FieldsCodec {
  private static final ThreadLocal<int[]> DEPTH = ThreadLocal.withInitial(() -> new int[1]);

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
    int[] depth = DEPTH.get();
    if (depth[0] == ObjectBudget.MAX_DEPTH) {
      throw new IllegalArgumentException(
          "a " + alias() + " in itself, deeper than " + ObjectBudget.MAX_DEPTH);
    }
    depth[0]++;
    try {
      target.write(out, value);
    } finally {
      depth[0]--;
    }
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
