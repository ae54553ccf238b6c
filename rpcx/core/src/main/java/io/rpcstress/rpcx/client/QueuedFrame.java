package io.rpcstress.rpcx.client;

import org.jspecify.annotations.Nullable;

/** A frame that is no call: PING, PONG, CANCEL. */
final class QueuedFrame implements Queued {
  private final byte[] frame;
  private @Nullable Queued before;
  private int waitingBytes;

  QueuedFrame(byte[] frame) {
    this.frame = frame;
  }

  @Override
  public @Nullable Queued before() {
    return before;
  }

  @Override
  public void link(@Nullable Queued previous, int waiting) {
    before = previous;
    waitingBytes = waiting;
  }

  @Override
  public int waitingBytes() {
    return waitingBytes;
  }

  @Override
  public byte[] take(RequestHeads heads) {
    heads.none();
    return frame;
  }
}
