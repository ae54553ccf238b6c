package io.rpcstress.contract;

import java.nio.ByteBuffer;
import java.util.zip.CRC32;

/**
 * What a server has of a client's stream: how many messages there were, and the CRC-32 of their
 * bytes, one after the other. No message is kept. Used by one thread at a time.
 */
public final class StreamDigest {

  /** As bytes. */
  static final int BYTES = 2 * Integer.BYTES;

  private final StreamContent content;
  private final CRC32 checksum = new CRC32();
  private int messages;

  /**
   * Of messages in an encoding; of filler where it is empty.
   *
   * @throws IllegalArgumentException if the server has no message to compare them with
   */
  public StreamDigest(String encoding, Message.Service messages) {
    content = encoding.isEmpty() ? Filler.ANY : messages.stream(encoding);
  }

  /**
   * Counts a message.
   *
   * @throws IllegalArgumentException if it is one more than the contract allows, too long, or not
   *     that of the pack
   */
  public void receive(ByteBuffer message) {
    check(message);
    checksum.update(message);
  }

  /**
   * Counts a message of a chat, of which the checksum is not taken.
   *
   * @return its answer
   * @throws IllegalArgumentException as {@link #receive} does
   */
  public byte[] answer(ByteBuffer message) {
    check(message);
    return content.answer(messages - 1, message);
  }

  private void check(ByteBuffer message) {
    StreamRequest.checkMessages(++messages);
    content.check(messages - 1, message);
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
