package io.rpcstress.server.tcp;

import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.MessageFrame;
import io.rpcstress.contract.PutFrame;
import java.nio.ByteBuffer;

/** What the connections of one loop share, since only one of them is served at a time. */
final class Buffers {
  /** No request but a message is longer, bytes. */
  static final int MAX_REQUEST_BYTES = Math.max(PutFrame.MAX_BYTES, Greeting.MAX_NAME_BYTES + 1);

  /** A reply's length over its request's: every byte may be an empty name. */
  static final int GROWTH = Greeting.PREFIX.length() + 1;

  /** Read at a time: some hundred pipelined requests. */
  private static final int READ_BYTES = 32 * 1024;

  /** The same where a request may be a message: a long one is copied at each read. */
  private static final int READ_OF_MESSAGES_BYTES = 1024 * 1024;

  private final int readBytes;

  /** What {@link #in} reads into. */
  final byte[] bytes;

  /** An incomplete request, and what is read behind it. */
  final ByteBuffer in;

  private ByteBuffer out;

  Buffers(int maxMessageBytes) {
    readBytes = maxMessageBytes == 0 ? READ_BYTES : READ_OF_MESSAGES_BYTES;
    bytes =
        new byte
            [Math.max(MAX_REQUEST_BYTES, maxMessageBytes + MessageFrame.HEADER_BYTES) + readBytes];
    in = ByteBuffer.wrap(bytes);
    out = ByteBuffer.allocate(readBytes * GROWTH + MAX_REQUEST_BYTES);
  }

  /** Empties {@link #in} but for an incomplete request, and leaves room for one read. */
  ByteBuffer begin(byte[] partial) {
    return in.clear().limit(partial.length + readBytes).put(partial);
  }

  /** The replies to one read and to the incomplete request before it. */
  ByteBuffer out() {
    return out;
  }

  /** The same with room for so many bytes more, as there is for all replies but messages. */
  ByteBuffer out(int more) {
    if (out.remaining() < more) {
      int needed = Math.addExact(out.position(), more);
      out = ByteBuffer.allocate(Math.max(needed, 2 * out.capacity())).put(out.flip());
    }
    return out;
  }
}
