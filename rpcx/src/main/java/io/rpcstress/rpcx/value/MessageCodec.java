package io.rpcstress.rpcx.value;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import io.rpcstress.rpcx.wire.MalformedFrameException;

/** Generated Protobuf messages: their own bytes. */
final class MessageCodec extends ValueCodec {
  private final MessageLite prototype;
  private final Parser<? extends MessageLite> parser;

  MessageCodec(String alias, Class<?> type) {
    super(alias);
    try {
      prototype = (MessageLite) type.getMethod("getDefaultInstance").invoke(null);
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException(
          type.getName() + " is no generated Protobuf message: it has no getDefaultInstance()", e);
    }
    parser = prototype.getParserForType();
  }

  @Override
  public ByteString encode(Object value) {
    return ((MessageLite) value).toByteString();
  }

  @Override
  public Object decode(ByteString content) {
    try {
      return parser.parseFrom(content);
    } catch (InvalidProtocolBufferException e) {
      throw new MalformedFrameException("not a " + alias());
    }
  }

  @Override
  Object zero() {
    return prototype;
  }
}
