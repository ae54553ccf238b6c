package io.rpcstress.rpcx.server;

/** A reply as it is going to be written. Immutable, as long as the array is not changed. */
final class Reply {
  private final long id;
  private final boolean succeeded;
  private final byte[] frame;

  Reply(long id, boolean succeeded, byte[] frame) {
    this.id = id;
    this.succeeded = succeeded;
    this.frame = frame;
  }

  long id() {
    return id;
  }

  /** Whether the caller gets its result. */
  boolean succeeded() {
    return succeeded;
  }

  byte[] frame() {
    return frame;
  }
}
