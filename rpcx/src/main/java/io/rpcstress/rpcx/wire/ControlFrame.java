package io.rpcstress.rpcx.wire;

import org.jspecify.annotations.Nullable;

/** A frame that is neither request nor reply, ready to be queued. */
public final class ControlFrame implements Outgoing {
  private final byte[] frame;
  private @Nullable Outgoing next;

  /**
   * Makes a frame that can be queued once.
   *
   * @param frame whole frames, see {@link Frames}
   */
  public ControlFrame(byte[] frame) {
    this.frame = frame;
  }

  @Override
  public @Nullable Outgoing next() {
    return next;
  }

  @Override
  public void next(@Nullable Outgoing next) {
    this.next = next;
  }

  @Override
  public byte[] take() {
    return frame;
  }
}
