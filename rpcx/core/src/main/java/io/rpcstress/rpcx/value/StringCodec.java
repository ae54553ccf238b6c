package io.rpcstress.rpcx.value;

import com.google.protobuf.ByteString;
import io.rpcstress.rpcx.wire.FieldWriter;
import java.nio.charset.StandardCharsets;

/** Strings: their UTF-8 bytes. */
final class StringCodec extends ValueCodec {
  /** Longest text that is looked at character by character; of longer ones a copy is quicker. */
  private static final int MAX_PLAIN = 512;

  private static final int MAX_ASCII = 0x7F;

  /** What the JDK puts where bytes are not UTF-8; it may also stand for itself. */
  private static final char REPLACEMENT = '\uFFFD';

  StringCodec() {
    super("string");
  }

  @Override
  public ByteString encode(Object value) {
    String text = (String) value;
    FieldWriter.checkText(text);
    return ByteString.copyFromUtf8(text);
  }

  @Override
  public Object decode(ByteString content, ObjectBudget budget) {
    return utf8(content);
  }

  /** Of ASCII alone: as many bytes as characters. */
  @Override
  public int plainSize(Object value) {
    String text = (String) value;
    int length = text.length();
    if (length > MAX_PLAIN) {
      return -1;
    }
    for (int i = 0; i < length; i++) {
      if (text.charAt(i) > MAX_ASCII) {
        return -1;
      }
    }
    return length;
  }

  @Override
  @SuppressWarnings("deprecation") // It drops the high byte, which ASCII has not, and copies once.
  public void writePlain(Object value, byte[] target, int at) {
    String text = (String) value;
    text.getBytes(0, text.length(), target, at);
  }

  @Override
  public Object decode(byte[] bytes, int from, int to, ObjectBudget budget) {
    String text = new String(bytes, from, to - from, StandardCharsets.UTF_8);
    // Only where something was replaced can the bytes be wrong.
    return text.indexOf(REPLACEMENT) < 0 ? text : super.decode(bytes, from, to, budget);
  }

  @Override
  Object zero() {
    return "";
  }

  @Override
  String protoType(ProtoFile file) {
    return "string";
  }
}
