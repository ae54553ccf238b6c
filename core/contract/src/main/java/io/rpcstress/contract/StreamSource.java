package io.rpcstress.contract;

import java.nio.ByteBuffer;

/** The messages that a sender still has to send of one stream. Used by one thread at a time. */
public final class StreamSource {
  private final StreamRequest request;
  private final byte[] message;
  private int sent;

  /** All messages of a stream. */
  public StreamSource(StreamRequest request) {
    this.request = request;
    this.message = request.message(0);
  }

  public boolean hasNext() {
    return sent < request.messages();
  }

  /** The next message, of which the receiver becomes the owner. */
  public byte[] next() {
    byte[] next = message.clone();
    ByteBuffer.wrap(next).putInt(sent++);
    return next;
  }
}
