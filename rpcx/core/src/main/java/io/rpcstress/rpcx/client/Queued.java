package io.rpcstress.rpcx.client;

import org.jspecify.annotations.Nullable;

/**
 * What waits in a {@link RequestQueue}, and its own link in it: a call needs no further object to
 * be queued. In one queue at a time.
 */
interface Queued {
  /** What was queued before this. */
  @Nullable Queued before();

  /**
   * Links this; for the queue alone.
   *
   * @param before what was queued before this
   * @param waitingBytes bytes that wait, this one's included
   */
  void link(@Nullable Queued before, int waitingBytes);

  /** Bytes that waited when this was queued, its own included. */
  int waitingBytes();

  /**
   * Hands over the bytes; called once per queue, by the thread that writes them.
   *
   * @param heads writes the heads of this connection's requests, and returns where the frame begins
   * @return an array at whose end the frame is, or null if nothing is to be written any more
   */
  byte @Nullable [] take(RequestHeads heads);

  /**
   * There was no memory for {@link #take}, and this is not written.
   *
   * @param heads those of the connection that was to write it
   * @param problem what was missing
   */
  default void unwritten(RequestHeads heads, OutOfMemoryError problem) {}
}
