package io.rpcstress.contract;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * What a receiver had of one stream: each message is checked as it arrives, and none is kept. Used
 * by one thread at a time.
 */
public final class StreamTally {
  private final StreamRequest request;
  private int received;
  private long firstAt;
  private @Nullable String wrong;

  /** Nothing received. */
  public StreamTally(StreamRequest request) {
    this.request = request;
  }

  /** Counts and checks a message. */
  public void receive(ByteBuffer message) {
    if (received == 0) {
      firstAt = System.nanoTime();
    }
    if (wrong == null && !request.content().isReceived(received, message)) {
      wrong =
          "message %d of %d is another one, of %d bytes"
              .formatted(received + 1, request.messages(), message.remaining());
    }
    received++;
  }

  /** The whole, once the stream has ended. */
  public StreamReply reply() {
    return new StreamReply(received, firstAt, wrong);
  }
}
