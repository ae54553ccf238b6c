package io.rpcstress.contract;

import java.nio.ByteBuffer;

/** The messages that a sender still has to send of one stream. Used by one thread at a time. */
public final class StreamSource {
  private final StreamRequest request;
  private final byte[] message;
  private int sent;
  private int answered;

  /** All messages of a stream. */
  public StreamSource(StreamRequest request) {
    this.request = request;
    this.message = request.message(0);
  }

  public boolean hasNext() {
    return sent < request.messages();
  }

  /** Whether none was sent. */
  public boolean isFirst() {
    return sent == 0;
  }

  /** Whether there is a next message, and few enough are not answered yet. */
  public boolean isOpen() {
    return hasNext() && sent - answered < request.window();
  }

  /** One was answered. */
  public void answered() {
    answered++;
  }

  /** The next message, of which the receiver becomes the owner. */
  public byte[] next() {
    byte[] next = message.clone();
    ByteBuffer.wrap(next).putInt(sent++);
    return next;
  }
}
