package io.rpcstress.server.dubbo;

import io.rpcstress.contract.dubbo.DubboBounds;
import io.rpcstress.server.base.netty.FrameHeads;
import io.rpcstress.server.base.netty.MalformedFrameException;
import java.nio.ByteBuffer;

/**
 * Takes requests with an answer, in Hessian, and signs of life. Dubbo's decoder would take whatever
 * else arrives for a person at a terminal, and keep it. Confined to the connection's event loop.
 */
final class RequestHeads extends FrameHeads {
  static final int FLAGS_AT = 2;
  static final int STATUS_AT = 3;
  static final int REQUEST = 0x80;
  static final int EVENT = 0x20;
  private static final int WITH_ANSWER = 0x40;
  private static final short MAGIC = (short) 0xDABB;
  private static final int SERIALISATION = 0x1F;

  /** An event is nothing, or a letter. */
  private static final int MAX_EVENT_BYTES = 8;

  /** One that has seen nothing. */
  RequestHeads() {
    super(DubboBounds.HEAD_BYTES);
  }

  @Override
  protected int behind(ByteBuffer head) throws MalformedFrameException {
    int flags = head.get(FLAGS_AT);
    int length = head.getInt(DubboBounds.LENGTH_AT);
    boolean request =
        head.getShort(0) == MAGIC
            && (flags & REQUEST) != 0
            && (flags & SERIALISATION) == DubboBounds.HESSIAN2;
    if (!request || (flags & (WITH_ANSWER | EVENT)) == 0) {
      throw new MalformedFrameException("no request with an answer, in Hessian");
    }
    boolean event = (flags & EVENT) != 0;
    if (length < 0 || length > (event ? MAX_EVENT_BYTES : DubboBounds.MAX_BODY_BYTES)) {
      throw new MalformedFrameException("a message of " + length + " bytes");
    }
    return length;
  }

  /** Signs of life have answers that are none to a call. */
  @Override
  protected boolean asks(ByteBuffer head) {
    return (head.get(FLAGS_AT) & EVENT) == 0;
  }
}
