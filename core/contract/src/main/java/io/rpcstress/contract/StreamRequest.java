package io.rpcstress.contract;

import java.nio.ByteBuffer;
import java.util.zip.CRC32;

/**
 * What a stream is: how many messages, and which. Immutable.
 *
 * @param messages 1 to {@value #MAX_MESSAGES}
 * @param window how many may be sent and not answered yet, where each is answered
 * @param checksum of all that are sent, as {@link StreamDigest} has it, where the server replies
 *     it; else 0
 */
public record StreamRequest(int messages, StreamContent content, int window, int checksum) {

  /** The longest stream. Every server refuses longer ones. */
  public static final int MAX_MESSAGES = 100_000;

  /** The shortest message of filler, bytes: its number. */
  public static final int MIN_MESSAGE_BYTES = Integer.BYTES;

  /** The longest message of filler, bytes. Every server refuses longer ones. */
  public static final int MAX_MESSAGE_BYTES = 16 * 1024;

  static final int MAX_WINDOW = 1_000;

  /** Of a request as bytes: its first two numbers. */
  public static final int BYTES = 2 * Integer.BYTES;

  /**
   * Checks what every server checks.
   *
   * @throws IllegalArgumentException if there are more messages than the contract allows
   */
  public StreamRequest {
    checkMessages(messages);
  }

  /** Filler from the server. */
  public StreamRequest(int messages, int size) {
    this(messages, new Filler(size), messages, 0);
  }

  /**
   * What a client requests of a server.
   *
   * @param size of each message of filler, bytes
   * @param encoding of a pack's messages; empty for filler
   * @throws IllegalArgumentException if the contract does not allow it, or the server has no
   *     message to send
   */
  public static StreamRequest of(int messages, int size, String encoding, Message.Service service) {
    return encoding.isEmpty()
        ? new StreamRequest(messages, size)
        : new StreamRequest(messages, service.stream(encoding), messages, 0);
  }

  static void checkMessages(int messages) {
    if (messages < 1 || messages > MAX_MESSAGES) {
      throw new IllegalArgumentException(
          "a stream of " + messages + " messages: 1 to " + MAX_MESSAGES + " expected");
    }
  }

  static void checkBytes(int size, int min, int max) {
    if (size < min || size > max) {
      throw new IllegalArgumentException(
          "messages of %d bytes: %d to %d expected".formatted(size, min, max));
    }
  }

  /** Of each message that is received, bytes; a server does not read it beside an encoding. */
  public int size() {
    return content.receivedBytes();
  }

  /** The encoding of a pack's messages; empty where they are filler. */
  public String encoding() {
    return content.encoding();
  }

  /** Made once, since it takes a client as long as a server. */
  StreamRequest withChecksum() {
    CRC32 sum = new CRC32();
    for (StreamSource source = new StreamSource(this); source.hasNext(); ) {
      sum.update(source.next());
    }
    return new StreamRequest(messages, content, window, (int) sum.getValue());
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
    return ByteBuffer.allocate(BYTES).putInt(messages).putInt(size()).array();
  }

  /**
   * Reads what {@link #encode} writes, as {@link #of} does the numbers in it.
   *
   * @throws IllegalArgumentException also if it is none
   */
  public static StreamRequest read(ByteBuffer data, String encoding, Message.Service service) {
    if (data.remaining() != BYTES) {
      throw new IllegalArgumentException(
          "a request of a stream has " + BYTES + " bytes, not " + data.remaining());
    }
    return of(data.getInt(), data.getInt(), encoding, service);
  }
}
