package io.rpcstress.server.tcp;

import io.rpcstress.contract.Message;
import io.rpcstress.contract.MessageFrame;
import java.util.Arrays;

/** Messages: {@link MessageFrame}s, each answered by one. */
record MessageFrames(Message.Service messages) implements Requests {

  @Override
  public boolean begin(byte first) {
    return first == MessageFrame.MARK;
  }

  @Override
  public int end(byte[] bytes, int from, int to) {
    if (to - from < MessageFrame.HEADER_BYTES) {
      return INCOMPLETE;
    }
    int length = MessageFrame.length(bytes, from);
    if (length < 0 || length > messages.maxBytes(0)) {
      return REFUSED;
    }
    int end = from + MessageFrame.HEADER_BYTES + length;
    return end <= to ? end : INCOMPLETE;
  }

  @Override
  public void answer(byte[] bytes, int from, int end, Buffers buffers) {
    byte[] request = Arrays.copyOfRange(bytes, from + MessageFrame.HEADER_BYTES, end);
    byte[] reply = messages.answer(MessageFrame.encoding(bytes, from), request);
    buffers.out(MessageFrame.REPLY_HEADER_BYTES + reply.length).putInt(reply.length).put(reply);
  }
}
