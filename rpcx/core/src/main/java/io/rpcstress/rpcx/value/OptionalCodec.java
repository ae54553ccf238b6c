package io.rpcstress.rpcx.value;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Optionals: a message whose one field is absent if there is no value. */
final class OptionalCodec extends FieldsCodec {
  private static final int VALUE = 1;

  /** The optional and its value. */
  private static final int OBJECTS = 2;

  private final ValueCodec value;

  OptionalCodec(ValueCodec value) {
    super("optional<" + value.alias() + ">");
    this.value = value;
  }

  @Override
  void write(CodedOutputStream out, Object optional) throws IOException {
    Object present = ((Optional<?>) optional).orElse(null);
    if (present != null) {
      value.writeField(out, VALUE, present);
    }
  }

  @Override
  Object read(CodedInputStream in, ObjectBudget budget) throws IOException {
    budget.take(OBJECTS);
    Object present = null;
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      if (WireFormat.getTagFieldNumber(tag) == VALUE
          && WireFormat.getTagWireType(tag) == value.wireType()) {
        // A constant that this side does not know is none.
        present =
            value instanceof EnumCodec constants
                ? constants.constantOf(in.readBytes())
                : value.readField(in, budget);
      } else {
        skip(in, tag);
      }
    }
    return Optional.ofNullable(present);
  }

  @Override
  Object zero() {
    return Optional.empty();
  }

  /** No caller expects an optional that is null. */
  @Override
  public @Nullable Object absent() {
    return Optional.empty();
  }

  @Override
  String protoType(ProtoFile file) {
    return file.message(
        alias(), f -> List.of("optional " + value.protoType(f) + " value = " + VALUE + ";"));
  }
}
