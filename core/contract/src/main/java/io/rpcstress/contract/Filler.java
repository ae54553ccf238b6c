package io.rpcstress.contract;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Messages without a meaning. Message i is i in four bytes, the highest first, then {@code 'a'}
 * repeated: so that a message that is missing, doubled, out of its order or damaged is seen.
 *
 * @param size of each, bytes
 */
record Filler(int size) implements StreamContent {

  /** Of a client's stream: a server takes messages of any size within the limits. */
  static final Filler ANY = new Filler(StreamRequest.MIN_MESSAGE_BYTES);

  private static final byte[] FILLING = new byte[StreamRequest.MAX_MESSAGE_BYTES];

  static {
    Arrays.fill(FILLING, (byte) 'a');
  }

  Filler {
    checkBytes(size);
  }

  private static void checkBytes(int size) {
    StreamRequest.checkBytes(
        size, StreamRequest.MIN_MESSAGE_BYTES, StreamRequest.MAX_MESSAGE_BYTES);
  }

  @Override
  public String encoding() {
    return "";
  }

  @Override
  public String pack() {
    return "";
  }

  @Override
  public int sentBytes() {
    return size;
  }

  @Override
  public int receivedBytes() {
    return size;
  }

  @Override
  public byte[] sent(int number) {
    byte[] message = Arrays.copyOf(FILLING, size);
    ByteBuffer.wrap(message).putInt(number);
    return message;
  }

  @Override
  public boolean isReceived(int number, ByteBuffer message) {
    int from = message.position();
    int filling = size - Integer.BYTES;
    return message.remaining() == size
        && message.getInt(from) == number
        && message
            .slice(from + Integer.BYTES, filling)
            .equals(ByteBuffer.wrap(FILLING, 0, filling));
  }

  @Override
  public void check(int number, ByteBuffer message) {
    checkBytes(message.remaining());
  }

  @Override
  public byte[] answer(int number, ByteBuffer message) {
    byte[] same = new byte[message.remaining()];
    message.get(message.position(), same);
    return same;
  }
}
