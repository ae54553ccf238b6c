package io.rpcstress.server.tcp;

import io.rpcstress.contract.Greeting;
import java.nio.ByteBuffer;

/** What the connections of one loop share, since only one of them is served at a time. */
final class Buffers {
  /** Read at a time: some hundred pipelined requests. */
  private static final int READ_BYTES = 32 * 1024;

  /** Every request byte may be an empty name; so much longer its reply is. */
  private static final int GROWTH = Greeting.PREFIX.length() + 1;

  /** What {@link #in} reads into. */
  final byte[] bytes = new byte[READ_BYTES];

  final ByteBuffer in = ByteBuffer.wrap(bytes);

  /** Has room for the replies to all that one read can bring, and the line begun before it. */
  final ByteBuffer out = ByteBuffer.allocate(READ_BYTES * GROWTH + Greeting.MAX_NAME_BYTES);
}
