package io.rpcstress.contract;

/** The messages that a sender still has to send of one stream. Used by one thread at a time. */
public final class StreamSource {
  private final StreamRequest request;
  private int sent;
  private int answered;

  /** All messages of a stream. */
  public StreamSource(StreamRequest request) {
    this.request = request;
  }

  public boolean hasNext() {
    return sent < request.messages();
  }

  /** Whether none was sent. */
  public boolean isFirst() {
    return sent == 0;
  }

  /** Of a pack's messages; empty where they are filler. */
  public String encoding() {
    return request.encoding();
  }

  /** What the next message is labelled with: the first one's encoding, of others nothing. */
  public String label() {
    return isFirst() ? encoding() : "";
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
    return request.content().sent(sent++);
  }
}
