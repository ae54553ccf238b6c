package io.rpcstress.contract;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * A pack's messages in one encoding: a client sends its requests, each sample in its turn, and a
 * server their replies. A number beyond the samples counts them again from the first; where the
 * pack has no reply, each request is its own.
 *
 * @param pack what {@link Message#pack} made
 * @param encoding one of the pack's
 * @param codec of the encoding; no message has more than {@link #MAX_BYTES} bytes
 * @param isServer whether the side sends replies and receives requests
 */
public record PackedStream(String pack, String encoding, MessageCodec codec, boolean isServer)
    implements StreamContent {

  /**
   * The longest message, bytes. Every server refuses longer ones, and sends none: a stream may have
   * hundreds of messages waiting for a slow reader.
   */
  public static final int MAX_BYTES = 64 * 1024;

  private Object request(int number) {
    List<Object> all = codec.requests();
    return all.get(number % all.size());
  }

  private Object reply(int number) {
    Object reply = codec.reply();
    return reply == null ? request(number) : reply;
  }

  private byte[] encodedRequest(int number) {
    try {
      return codec.encodeRequest(request(number));
    } catch (IOException e) { // the sample came out of these bytes
      throw new UncheckedIOException(e);
    }
  }

  private byte[] encodedReply(int number) {
    try {
      return codec.encodeReply(reply(number));
    } catch (IOException e) { // as above
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public int sentBytes() {
    return isServer ? codec.replyBytes() : codec.requestBytes();
  }

  @Override
  public int receivedBytes() {
    return isServer ? codec.requestBytes() : codec.replyBytes();
  }

  @Override
  public byte[] sent(int number) {
    return isServer ? encodedReply(number) : encodedRequest(number);
  }

  @Override
  public boolean isReceived(int number, ByteBuffer message) {
    byte[] bytes = new byte[message.remaining()];
    message.get(message.position(), bytes);
    try {
      return isServer
          ? request(number).equals(codec.decodeRequest(bytes))
          : reply(number).equals(codec.decodeReply(bytes));
    } catch (IOException | RuntimeException e) {
      return false;
    }
  }

  @Override
  public void check(int number, ByteBuffer message) {
    StreamRequest.checkBytes(message.remaining(), 0, MAX_BYTES);
    if (!isReceived(number, message)) {
      throw new IllegalArgumentException(
          "message %d of the stream is not that of %s in %s".formatted(number + 1, pack, encoding));
    }
  }

  @Override
  public byte[] answer(int number, ByteBuffer message) {
    return sent(number);
  }
}
