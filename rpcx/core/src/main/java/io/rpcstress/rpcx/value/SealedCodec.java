package io.rpcstress.rpcx.value;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.WireFormat;
import io.rpcstress.rpcx.wire.MalformedFrameException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Sealed interfaces of records: a message with one field for each record, in the order of its
 * {@code permits}, of which one is set, as in a Protobuf oneof.
 */
final class SealedCodec extends FieldsCodec {
  private final Class<?>[] types;
  private final ValueCodec[] codecs;

  /**
   * @param types the records
   * @param codecs one for each
   */
  SealedCodec(String alias, Class<?>[] types, ValueCodec[] codecs) {
    super(alias);
    this.types = types;
    this.codecs = codecs;
  }

  @Override
  void write(CodedOutputStream out, Object value) throws IOException {
    for (int i = 0; i < types.length; i++) {
      if (types[i] == value.getClass()) {
        codecs[i].writeField(out, i + 1, value);
      }
    }
  }

  @Override
  Object read(CodedInputStream in, ObjectBudget budget) throws IOException {
    Object value = null;
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      int i = WireFormat.getTagFieldNumber(tag) - 1;
      if (i < codecs.length && WireFormat.getTagWireType(tag) == codecs[i].wireType()) {
        value = codecs[i].readField(in, budget);
      } else {
        skip(in, tag);
      }
    }
    return present(value);
  }

  private Object present(@Nullable Object value) {
    if (value == null) {
      throw new MalformedFrameException("none of the records that this side knows as " + alias());
    }
    return value;
  }

  /** A record's simple name, or where one before it has that, too, what it is published as. */
  private String name(int i) {
    String name = types[i].getSimpleName();
    for (int before = 0; before < i; before++) {
      if (types[before].getSimpleName().equals(name)) {
        return codecs[i].alias();
      }
    }
    return name;
  }

  @Override
  Map<String, String> members() {
    Map<String, String> members = new LinkedHashMap<>();
    for (int i = 0; i < codecs.length; i++) {
      members.put(name(i), codecs[i].alias());
    }
    return members;
  }

  @Override
  String protoType(ProtoFile file) {
    return file.message(alias(), this::protoFields);
  }

  private List<String> protoFields(ProtoFile file) {
    List<String> fields = new ArrayList<>();
    for (int i = 0; i < codecs.length; i++) {
      String name = ProtoFile.identifier(name(i));
      fields.add("optional " + codecs[i].protoType(file) + " " + name + " = " + (i + 1) + ";");
    }
    return fields;
  }
}
