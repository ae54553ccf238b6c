package io.rpcstress.driver.tcp;

import io.rpcstress.contract.Message;
import io.rpcstress.contract.MessageFrame;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** The bytes of messages: a {@link MessageFrame}, answered by one. */
final class MessageFrames implements LineFormat<Message.Request, byte[]> {

  @Override
  public byte[] request(Message.Request request) {
    return MessageFrame.of(request);
  }

  /** A reply that announces more than is ever kept stays incomplete until that is found out. */
  @Override
  public int end(byte[] bytes, int from, int searched, int to) {
    int begin = from + MessageFrame.REPLY_HEADER_BYTES;
    if (to < begin) {
      return INCOMPLETE;
    }
    int length = ByteBuffer.wrap(bytes).getInt(from);
    return length >= 0 && length <= to - begin ? begin + length : INCOMPLETE;
  }

  @Override
  public byte[] read(byte[] bytes, int from, int end) {
    return Arrays.copyOfRange(bytes, from + MessageFrame.REPLY_HEADER_BYTES, end);
  }
}
