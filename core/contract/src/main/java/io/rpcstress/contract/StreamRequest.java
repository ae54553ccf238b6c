package io.rpcstress.contract;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * What a stream is: how many messages, and how long each is. Message i is i in four bytes, the
 * highest first, then {@code 'a'} repeated: so that a message that is missing, doubled, out of its
 * order or damaged is seen. Immutable.
 *
 * @param messages how many
 * @param size of each, bytes
 * @param window how many may be sent and not answered yet, where each is answered
 * @param checksum of all, as {@link StreamDigest} has it, where the server replies it; else 0
 */
public record StreamRequest(int messages, int size, int window, int checksum) {

  /** The longest stream. Every server refuses longer ones. */
  public static final int MAX_MESSAGES = 100_000;

  /** The shortest message, bytes: its number. */
  public static final int MIN_MESSAGE_BYTES = Integer.BYTES;

  /** The longest message, bytes. Every server refuses longer ones. */
  public static final int MAX_MESSAGE_BYTES = 16 * 1024;

  static final int MAX_WINDOW = 1_000;

  /** Of a request as bytes: its first two numbers. */
  public static final int BYTES = 2 * Integer.BYTES;

  private static final byte FILLING = 'a';

  /**
   * Checks what every server checks.
   *
   * @throws IllegalArgumentException if there are more or longer messages than the contract allows
   */
  public StreamRequest {
    check(messages, size);
  }

  /** One from the server. */
  public StreamRequest(int messages, int size) {
    this(messages, size, messages, 0);
  }

  /**
   * Checks a message that was received.
   *
   * @param messages how many with it
   * @throws IllegalArgumentException if there are more or longer messages than the contract allows
   */
  public static void check(int messages, int size) {
    if (messages < 1 || messages > MAX_MESSAGES) {
      throw new IllegalArgumentException(
          "a stream of " + messages + " messages: 1 to " + MAX_MESSAGES + " expected");
    }
    if (size < MIN_MESSAGE_BYTES || size > MAX_MESSAGE_BYTES) {
      throw new IllegalArgumentException(
          "messages of %d bytes: %d to %d expected"
              .formatted(size, MIN_MESSAGE_BYTES, MAX_MESSAGE_BYTES));
    }
  }

  /** Made once, since it takes a client as long as a server. */
  StreamRequest withChecksum() {
    StreamDigest digest = new StreamDigest();
    for (StreamSource source = new StreamSource(this); source.hasNext(); ) {
      digest.receive(ByteBuffer.wrap(source.next()));
    }
    return new StreamRequest(messages, size, window, digest.checksum());
  }

  /** What it is if the server has received so many messages of such a checksum. */
  public StreamReply reply(int received, int itsChecksum) {
    return new StreamReply(
        received,
        0,
        received != messages || itsChecksum == checksum
            ? null
            : "sent messages of checksum %08x, the server received %08x"
                .formatted(checksum, itsChecksum));
  }

  /** As bytes, for technologies without an interface definition. */
  public byte[] encode() {
    return ByteBuffer.allocate(BYTES).putInt(messages).putInt(size).array();
  }

  /**
   * Reads what {@link #encode} writes.
   *
   * @throws IllegalArgumentException if it is none, or more than the contract allows
   */
  public static StreamRequest read(ByteBuffer data) {
    if (data.remaining() != BYTES) {
      throw new IllegalArgumentException(
          "a request of a stream has " + BYTES + " bytes, not " + data.remaining());
    }
    return new StreamRequest(data.getInt(), data.getInt());
  }

  byte[] message(int number) {
    byte[] message = new byte[size];
    Arrays.fill(message, FILLING);
    ByteBuffer.wrap(message).putInt(number);
    return message;
  }
}
