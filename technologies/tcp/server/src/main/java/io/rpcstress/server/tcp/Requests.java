package io.rpcstress.server.tcp;

import java.nio.ByteBuffer;

/**
 * How the requests of one operation look on a connection, and what answers them. One for all
 * connections of a server: safe for use by many threads.
 */
interface Requests {
  /** What {@link #end} returns for a request whose end has not arrived yet. */
  int INCOMPLETE = -1;

  /** What {@link #end} returns for a request that no client may send; its connection is closed. */
  int REFUSED = -2;

  /** Whether a request that begins with this byte is one of these. */
  boolean begin(byte first);

  /**
   * Where a request ends.
   *
   * @param bytes from its first byte on, up to {@code to}
   * @return the index behind its last byte, or {@link #INCOMPLETE}, or {@link #REFUSED}; never
   *     incomplete where there are more bytes than {@link Buffers#MAX_REQUEST_BYTES}
   */
  int end(byte[] bytes, int from, int to);

  /**
   * Answers a whole request.
   *
   * @param end what {@link #end} returned
   * @param replies has room for {@link Buffers#GROWTH} times the request
   */
  void answer(byte[] bytes, int from, int end, ByteBuffer replies);
}
