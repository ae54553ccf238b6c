package io.rpcstress.rpcx.value;

import com.google.protobuf.ByteString;
import io.rpcstress.rpcx.wire.FieldWriter;
import io.rpcstress.rpcx.wire.MalformedFrameException;
import java.net.URI;
import java.net.URISyntaxException;

/** URIs: their text. */
final class UriCodec extends ValueCodec {
  UriCodec() {
    super("uri");
  }

  @Override
  public ByteString encode(Object value) {
    String text = value.toString();
    FieldWriter.checkText(text);
    return ByteString.copyFromUtf8(text);
  }

  @Override
  public Object decode(ByteString content, ObjectBudget budget) {
    try {
      return new URI(utf8(content));
    } catch (URISyntaxException e) {
      throw new MalformedFrameException("not a uri");
    }
  }

  @Override
  String protoType(ProtoFile file) {
    return "string";
  }
}
