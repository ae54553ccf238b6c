package io.rpcstress.server.bolt;

import io.rpcstress.contract.bolt.BoltFrame;
import io.rpcstress.server.base.netty.FrameHeads;
import io.rpcstress.server.base.netty.MalformedFrameException;
import java.nio.ByteBuffer;

/**
 * Takes requests with an answer, and signs of life, of version 1 of SOFABolt's protocol. Its
 * decoder would collect frames of 2 GB. Confined to the connection's event loop.
 */
final class RequestHeads extends FrameHeads {
  private static final int TYPE_AT = 1;
  private static final int COMMAND_AT = 2;
  private static final int CLASS_AT = BoltFrame.REQUEST_HEAD_BYTES - BoltFrame.LENGTHS_BYTES;
  private static final int HEADER_AT = CLASS_AT + Short.BYTES;
  private static final int CONTENT_AT = HEADER_AT + Short.BYTES;
  private static final int REQUEST = 1;
  private static final int HEARTBEAT_COMMAND = 0;
  private static final int REQUEST_COMMAND = 1;

  /** One that has seen nothing. */
  RequestHeads() {
    super(BoltFrame.REQUEST_HEAD_BYTES);
  }

  @Override
  protected int behind(ByteBuffer head) throws MalformedFrameException {
    int command = head.getShort(COMMAND_AT);
    int type = head.getShort(CLASS_AT);
    int header = head.getShort(HEADER_AT);
    int content = head.getInt(CONTENT_AT);
    boolean known =
        head.get(0) == BoltFrame.PROTOCOL
            && head.get(TYPE_AT) == REQUEST
            && (command == HEARTBEAT_COMMAND || command == REQUEST_COMMAND);
    if (!known) {
      throw new MalformedFrameException("no request of version 1");
    }
    if (command == HEARTBEAT_COMMAND && (type | header | content) != 0) {
      throw new MalformedFrameException("a sign of life with more behind it");
    }
    boolean named = command == HEARTBEAT_COMMAND || type > 0;
    if (!named || type > BoltFrame.MAX_CLASS_BYTES || header != 0) {
      throw new MalformedFrameException(
          "a class name of " + type + " bytes, a header of " + header);
    }
    if (content < 0 || content > BoltFrame.MAX_CONTENT_BYTES) {
      throw new MalformedFrameException("a content of " + content + " bytes");
    }
    return type + content;
  }

  @Override
  protected boolean asks(ByteBuffer head) {
    return true;
  }
}
