package io.rpcstress.server.tcp;

import io.rpcstress.contract.Greeting;
import io.rpcstress.contract.PutFrame;
import java.nio.ByteBuffer;

/** What the connections of one loop share, since only one of them is served at a time. */
final class Buffers {
  /** No request is longer, bytes. */
  static final int MAX_REQUEST_BYTES = Math.max(PutFrame.MAX_BYTES, Greeting.MAX_NAME_BYTES + 1);

  /** A reply's length over its request's: every byte may be an empty name. */
  static final int GROWTH = Greeting.PREFIX.length() + 1;

  /** Read at a time: some hundred pipelined requests. */
  private static final int READ_BYTES = 32 * 1024;

  /** What {@link #in} reads into. */
  final byte[] bytes = new byte[MAX_REQUEST_BYTES + READ_BYTES];

  /** An incomplete request, and what is read behind it. */
  final ByteBuffer in = ByteBuffer.wrap(bytes);

  /** Has room for the replies to one read and to the incomplete request before it. */
  final ByteBuffer out = ByteBuffer.allocate(READ_BYTES * GROWTH + MAX_REQUEST_BYTES);

  /** Empties {@link #in} but for an incomplete request, and leaves room for one read. */
  ByteBuffer begin(byte[] partial) {
    return in.clear().limit(partial.length + READ_BYTES).put(partial);
  }
}
