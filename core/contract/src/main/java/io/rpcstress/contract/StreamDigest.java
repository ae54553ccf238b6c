package io.rpcstress.contract;

import java.nio.ByteBuffer;
import java.util.zip.CRC32;

/**
 * What a server replies to a client's stream: how many messages there were, and the CRC-32 of their
 * bytes, one after the other. No message is kept. Used by one thread at a time.
 */
public final class StreamDigest {

  /** As bytes. */
  static final int BYTES = 2 * Integer.BYTES;

  private final CRC32 checksum = new CRC32();
  private int messages;

  /**
   * Counts a message.
   *
   * @throws IllegalArgumentException if there are more or longer ones than the contract allows
   */
  public void receive(ByteBuffer message) {
    StreamRequest.check(++messages, message.remaining());
    checksum.update(message);
  }

  public int messages() {
    return messages;
  }

  public int checksum() {
    return (int) checksum.getValue();
  }

  /** Both numbers, for technologies without an interface definition. */
  public byte[] encode() {
    return ByteBuffer.allocate(BYTES).putInt(messages).putInt(checksum()).array();
  }
}
