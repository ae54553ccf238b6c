package io.rpcstress.server.tcp;

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
   *     incomplete where there are more bytes than {@link Buffers#bytes} has room for
   */
  int end(byte[] bytes, int from, int to);

  /**
   * Answers a whole request.
   *
   * @param end what {@link #end} returned
   * @param buffers takes the reply, by {@link Buffers#out(int)}
   * @throws IllegalArgumentException if no client may send it; its connection is closed
   */
  void answer(byte[] bytes, int from, int end, Buffers buffers);
}
