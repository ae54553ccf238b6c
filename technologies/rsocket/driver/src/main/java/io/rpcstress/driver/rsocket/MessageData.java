package io.rpcstress.driver.rsocket;

import io.rpcstress.contract.Message;
import io.rsocket.Payload;
import java.nio.ByteBuffer;

/** The bytes of messages, beside the name of their encoding. */
final class MessageData implements PayloadFormat<Message.Request, byte[]> {

  @Override
  public byte[] data(Message.Request request) {
    return request.encode();
  }

  @Override
  public String metadata(Message.Request request) {
    return request.encoding();
  }

  @Override
  public byte[] reply(Payload answer) {
    ByteBuffer data = answer.getData();
    byte[] bytes = new byte[data.remaining()];
    data.get(bytes);
    return bytes;
  }
}
