package io.rpcstress.rpcx.value;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Objects of a class with members in an order: a message whose fields are the members, numbered
 * from 1. A null member is absent; members can be added at the end.
 */
abstract class MembersCodec extends FieldsCodec {
  private final ValueCodec[] codecs;
  private final @Nullable Object[] absent;

  /**
   * @param types of the members; none if no member is primitive
   * @param codecs one for each
   */
  MembersCodec(String alias, Class<?>[] types, ValueCodec[] codecs) {
    super(alias);
    this.codecs = codecs;
    absent = new @Nullable Object[codecs.length];
    for (int i = 0; i < codecs.length; i++) {
      absent[i] =
          i < types.length && types[i].isPrimitive() ? codecs[i].zero() : codecs[i].absent();
    }
  }

  /** Reads a member of an object. */
  abstract @Nullable Object member(Object value, int i)
      throws IllegalAccessException, InvocationTargetException;

  /** The name of a member. */
  abstract String name(int i);

  /** Makes what its members were read of. */
  abstract Object make(@Nullable Object[] members);

  @Override
  final void write(CodedOutputStream out, Object value) throws IOException {
    for (int i = 0; i < codecs.length; i++) {
      Object member;
      try {
        member = member(value, i);
      } catch (IllegalAccessException | InvocationTargetException e) {
        throw new IllegalArgumentException("a component of " + alias() + " cannot be read", e);
      }
      if (member != null) {
        codecs[i].writeField(out, i + 1, member);
      }
    }
  }

  @Override
  final Object read(CodedInputStream in, ObjectBudget budget) throws IOException {
    // The object and what its members may be.
    budget.take(1 + codecs.length);
    @Nullable Object[] members = absent.clone();
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      int i = WireFormat.getTagFieldNumber(tag) - 1;
      if (i < codecs.length && WireFormat.getTagWireType(tag) == codecs[i].wireType()) {
        members[i] = codecs[i].readField(in, budget);
      } else {
        skip(in, tag);
      }
    }
    return make(members);
  }

  @Override
  final Map<String, String> members() {
    Map<String, String> members = new LinkedHashMap<>();
    for (int i = 0; i < codecs.length; i++) {
      members.put(name(i), codecs[i].alias());
    }
    return members;
  }

  @Override
  final String protoType(ProtoFile file) {
    return file.message(alias(), this::protoFields);
  }

  private List<String> protoFields(ProtoFile file) {
    List<String> fields = new ArrayList<>();
    for (int i = 0; i < codecs.length; i++) {
      fields.add(
          "optional "
              + codecs[i].protoType(file)
              + " "
              + ProtoFile.identifier(name(i))
              + " = "
              + (i + 1)
              + "; // "
              + codecs[i].protoComment());
    }
    return fields;
  }
}
