package io.rpcstress.rpcx.value;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import io.rpcstress.rpcx.wire.MalformedFrameException;
import io.rpcstress.rpcx.wire.ProtoWriter;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Generated Protobuf messages: their own bytes. */
final class MessageCodec extends ValueCodec {
  private final MessageLite prototype;
  private final Parser<? extends MessageLite> parser;

  MessageCodec(String alias, Class<?> type) {
    super(alias, ProtoWriter.LEN);
    try {
      prototype = (MessageLite) type.getMethod("getDefaultInstance").invoke(null);
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException(
          type.getName() + " is no generated Protobuf message: it has no getDefaultInstance()", e);
    }
    parser = prototype.getParserForType();
  }

  @Override
  public void write(ProtoWriter out, Object value) {
    MessageLite message = (MessageLite) value;
    int length = message.getSerializedSize();
    int from = out.reserve(length);
    try {
      message.writeTo(CodedOutputStream.newInstance(out.array(), from, length));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Object read(byte[] bytes, int from, int to) {
    try {
      return parser.parseFrom(bytes, from, to - from);
    } catch (InvalidProtocolBufferException e) {
      throw new MalformedFrameException("not a " + alias());
    }
  }

  @Override
  Object zero() {
    return prototype;
  }
}
