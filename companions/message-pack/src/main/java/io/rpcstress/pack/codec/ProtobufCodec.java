package io.rpcstress.pack.codec;

import com.google.protobuf.Internal;
import com.google.protobuf.Message;
import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import java.io.IOException;

/** A class that protoc generated. */
final class ProtobufCodec implements ObjectCodec {
  private final Parser<? extends MessageLite> parser;

  ProtobufCodec(Class<?> type) {
    this.parser = Internal.getDefaultInstance(type.asSubclass(Message.class)).getParserForType();
  }

  @Override
  public byte[] encode(Object object) {
    return ((MessageLite) object).toByteArray();
  }

  @Override
  public Object decode(byte[] bytes) throws IOException {
    return parser.parseFrom(bytes);
  }
}
