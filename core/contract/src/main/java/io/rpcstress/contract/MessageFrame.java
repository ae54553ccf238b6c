package io.rpcstress.contract;

import java.nio.ByteBuffer;

/**
 * A message as bytes on a connection that it shares with other operations. A request is
 *
 * <pre>
 * byte    {@link #MARK}, with which no name and no {@link PutFrame} begins
 * byte    number of the encoding, from 0
 * uint32  length of the message, big-endian
 * message
 * </pre>
 *
 * and its reply the length and the message.
 */
public final class MessageFrame {
  /** What a request begins with: the control character "device control one". */
  public static final byte MARK = 0x11;

  /** Bytes before a request's message. */
  public static final int HEADER_BYTES = 2 + Integer.BYTES;

  /** Bytes before a reply's. */
  public static final int REPLY_HEADER_BYTES = Integer.BYTES;

  private MessageFrame() {}

  /** A request's bytes, in an array of their own. */
  public static byte[] of(Message.Request request) {
    byte[] message = request.encode();
    return ByteBuffer.allocate(HEADER_BYTES + message.length)
        .put(MARK)
        .put((byte) Message.encodings().indexOf(request.encoding()))
        .putInt(message.length)
        .put(message)
        .array();
  }

  /** The length of a request's message, below 0 for 2^31 or more; its header is at a place. */
  public static int length(byte[] bytes, int from) {
    return ByteBuffer.wrap(bytes).getInt(from + 2);
  }

  /** The encoding of a request whose header is at a place. */
  public static String encoding(byte[] bytes, int from) {
    int number = bytes[from + 1];
    if (number < 0 || number >= Message.encodings().size()) {
      throw new IllegalArgumentException("no encoding has the number " + number);
    }
    return Message.encodings().get(number);
  }
}
