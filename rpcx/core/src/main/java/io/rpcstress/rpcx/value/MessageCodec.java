package io.rpcstress.rpcx.value;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.DiscardUnknownFieldsParser;
import com.google.protobuf.Message;
import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import com.google.protobuf.WireFormat;
import io.rpcstress.rpcx.wire.MalformedFrameException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Generated Protobuf messages: their own bytes. What a message would become is counted before it is
 * built, since the generated parser would build it before it could be counted, and fields that the
 * schema does not know are dropped instead of kept.
 */
final class MessageCodec extends ValueCodec {
  /** Deepest nesting of messages: Protobuf's own limit. */
  private static final int MAX_DEPTH = 100;

  /** Numbers of a packed field that take about the memory of one object. */
  private static final int NUMBERS_PER_OBJECT = 4;

  private final MessageLite prototype;
  private final Parser<? extends MessageLite> parser;
  private final @Nullable Descriptor schema;

  MessageCodec(String alias, Class<?> type) {
    super(alias);
    try {
      prototype = (MessageLite) type.getMethod("getDefaultInstance").invoke(null);
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException(
          type.getName() + " is no generated Protobuf message: it has no getDefaultInstance()", e);
    }
    if (prototype instanceof Message full) {
      parser = DiscardUnknownFieldsParser.wrap(full.getParserForType());
      schema = full.getDescriptorForType();
    } else {
      parser = prototype.getParserForType();
      schema = null;
    }
  }

  @Override
  public ByteString encode(Object value) {
    return ((MessageLite) value).toByteString();
  }

  @Override
  public Object decode(ByteString content, ObjectBudget budget) {
    try {
      count(content.newCodedInput(), schema, budget, 0);
      return parser.parseFrom(content);
    } catch (IOException e) {
      throw new MalformedFrameException("not a " + alias());
    }
  }

  @Override
  public boolean compound() {
    return true;
  }

  @Override
  Object zero() {
    return prototype;
  }

  /** Counts what the parser would make; of a message without a schema, its fields. */
  private static void count(
      CodedInputStream in, @Nullable Descriptor type, ObjectBudget budget, int depth)
      throws IOException {
    budget.take(1);
    if (depth > MAX_DEPTH) {
      throw new MalformedFrameException("messages nested deeper than " + MAX_DEPTH);
    }
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      if (WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_END_GROUP) {
        return;
      }
      FieldDescriptor field =
          type == null ? null : type.findFieldByNumber(WireFormat.getTagFieldNumber(tag));
      if (field == null) {
        if (type == null) {
          budget.take(1);
        }
        skip(in, tag);
      } else {
        field(in, tag, field, budget, depth);
      }
    }
  }

  private static void field(
      CodedInputStream in, int tag, FieldDescriptor field, ObjectBudget budget, int depth)
      throws IOException {
    int wireType = WireFormat.getTagWireType(tag);
    boolean message = field.getJavaType() == FieldDescriptor.JavaType.MESSAGE;
    if (wireType == WireFormat.WIRETYPE_START_GROUP && message) {
      count(in, field.getMessageType(), budget, depth + 1);
    } else if (wireType != WireFormat.WIRETYPE_LENGTH_DELIMITED) {
      if (field.isRepeated()) {
        budget.take(1);
      }
      skip(in, tag);
    } else {
      int length = in.readRawVarint32();
      int outer = in.pushLimit(length);
      if (message) {
        count(in, field.getMessageType(), budget, depth + 1);
      } else {
        budget.take(field.isPackable() ? 1 + length / NUMBERS_PER_OBJECT : 1);
        in.skipRawBytes(length);
      }
      in.popLimit(outer);
    }
  }

  /** Bytes if the message has no schema to import. */
  @Override
  String protoType(ProtoFile file) {
    return schema == null
        ? "bytes"
        : file.imported(schema.getFile().getName(), schema.getFullName());
  }
}
