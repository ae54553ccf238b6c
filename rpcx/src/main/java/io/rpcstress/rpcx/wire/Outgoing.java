package io.rpcstress.rpcx.wire;

import org.jspecify.annotations.Nullable;

/**
 * A frame on its way to the event loop, and its own link in the {@link WriteCoalescer}'s list: a
 * call needs no further object to be queued. May be queued once.
 */
public interface Outgoing {
  /** The frame queued before this one. */
  @Nullable Outgoing next();

  /**
   * Links this frame; for the coalescer alone.
   *
   * @param next the frame queued before this one
   */
  void next(@Nullable Outgoing next);

  /**
   * Hands over the bytes; called once, on the event loop.
   *
   * @return whole frames, or null if nothing is to be written any more
   */
  byte @Nullable [] take();
}
