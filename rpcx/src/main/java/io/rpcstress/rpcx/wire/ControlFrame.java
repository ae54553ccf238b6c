package io.rpcstress.rpcx.wire;

import org.jspecify.annotations.Nullable;

/** A frame that is neither request nor reply, ready to be queued. */
public final class ControlFrame implements Outgoing {
  private final ProtoWriter frame;
  private @Nullable Outgoing next;

  /**
   * Makes a frame that can be queued once.
   *
   * @param frame whole frames, see {@link Envelopes}
   */
  public ControlFrame(ProtoWriter frame) {
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
  public ProtoWriter take() {
    return frame;
  }
}
