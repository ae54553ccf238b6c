package io.rpcstress.server.redis;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;

/** Writes replies as RESP2 has them. Stateless. */
final class Replies {
  private static final int EOL = '\r' << 8 | '\n';
  private static final int MAX_SHOWN_CHARS = 64;

  private Replies() {}

  static void bulk(ByteBuf to, String text) {
    to.writeByte('$');
    to.writeCharSequence(Integer.toString(ByteBufUtil.utf8Bytes(text)), US_ASCII);
    to.writeShort(EOL);
    ByteBufUtil.writeUtf8(to, text);
    to.writeShort(EOL);
  }

  static void bulk(ByteBuf to, byte[] bytes) {
    to.writeByte('$');
    to.writeCharSequence(Integer.toString(bytes.length), US_ASCII);
    to.writeShort(EOL);
    to.writeBytes(bytes);
    to.writeShort(EOL);
  }

  /** A word of ours, without line ends. */
  static void simple(ByteBuf to, String word) {
    to.writeByte('+');
    to.writeCharSequence(word, US_ASCII);
    to.writeShort(EOL);
  }

  /** One line for a person; it must not have line ends. */
  static void error(ByteBuf to, String line) {
    to.writeCharSequence("-ERR ", US_ASCII);
    to.writeCharSequence(line, US_ASCII);
    to.writeShort(EOL);
  }

  /** What a peer sent, as a part of an error: bounded, on one line, nothing for a terminal. */
  static String shown(byte[] sent) {
    StringBuilder shown = new StringBuilder();
    for (int i = 0; i < sent.length && i < MAX_SHOWN_CHARS; i++) {
      shown.append(sent[i] >= ' ' && sent[i] < 0x7f ? (char) sent[i] : '?');
    }
    return sent.length > MAX_SHOWN_CHARS ? shown + "..." : shown.toString();
  }
}
