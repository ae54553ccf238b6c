package io.rpcstress.server.rsocket;

import io.rpcstress.server.base.netty.FrameHeads;
import io.rpcstress.server.base.netty.MalformedFrameException;
import java.nio.ByteBuffer;

/**
 * Takes SETUP, then requests with one response that are whole, and what keeps a connection alive or
 * ends it: RSocket's library collects frames of 16 MB, fragments of any number of requests, and
 * starts a timer for whatever interval a peer asks for. Confined to the connection's event loop.
 */
final class RequestHeads extends FrameHeads {
  private static final int LENGTH_BYTES = 3;

  /** A stream's number, and type and flags. */
  private static final int HEAD_BYTES = 6;

  /** And of SETUP: version, interval and lifetime of keep-alive. */
  private static final int SETUP_HEAD_BYTES = HEAD_BYTES + 3 * Integer.BYTES;

  private static final int TYPE_AT = LENGTH_BYTES + Integer.BYTES;
  private static final int INTERVAL_AT = LENGTH_BYTES + HEAD_BYTES + Integer.BYTES;
  private static final int FLAGS_BITS = 10;
  private static final int SETUP = 0x01;
  private static final int KEEPALIVE = 0x03;
  private static final int REQUEST_RESPONSE = 0x04;
  private static final int CANCEL = 0x09;

  /** With this a client says that it leaves. */
  private static final int ERROR = 0x0B;

  /** Of a request: more of it follows. Of KEEPALIVE: it asks for an answer. */
  private static final int FOLLOWS_OR_RESPOND = 0x80;

  /** How often a peer may have itself looked after, ms. */
  static final int MIN_KEEPALIVE_MILLIS = 100;

  private final int maxFrameBytes;

  /** Whether the first frame was SETUP. */
  private boolean introduced;

  /**
   * One that has seen nothing.
   *
   * @param maxFrameBytes the longest frame, with its length
   */
  RequestHeads(int maxFrameBytes) {
    super(LENGTH_BYTES, LENGTH_BYTES + SETUP_HEAD_BYTES);
    this.maxFrameBytes = maxFrameBytes;
  }

  @Override
  protected int headBytes(ByteBuffer begun) throws MalformedFrameException {
    int headBytes = introduced ? HEAD_BYTES : SETUP_HEAD_BYTES;
    int length = length(begun);
    if (length < headBytes || length + LENGTH_BYTES > maxFrameBytes) {
      throw new MalformedFrameException("a frame of " + length + " bytes");
    }
    return LENGTH_BYTES + headBytes;
  }

  private static int length(ByteBuffer head) {
    return ((head.getShort(0) & 0xFFFF) << Byte.SIZE) | (head.get(2) & 0xFF);
  }

  @Override
  protected int behind(ByteBuffer head) throws MalformedFrameException {
    int type = type(head);
    if (!introduced) {
      if (type != SETUP || head.getInt(INTERVAL_AT) < MIN_KEEPALIVE_MILLIS) {
        throw new MalformedFrameException("no SETUP, or with too short an interval");
      }
      introduced = true;
    } else if (!(type == REQUEST_RESPONSE && !followsOrResponds(head))
        && type != KEEPALIVE
        && type != CANCEL
        && type != ERROR) {
      throw new MalformedFrameException("a frame of type " + type + ", or a fragment");
    }
    return LENGTH_BYTES + length(head) - head.limit();
  }

  private static int type(ByteBuffer head) {
    return (head.getShort(TYPE_AT) & 0xFFFF) >> FLAGS_BITS;
  }

  private static boolean followsOrResponds(ByteBuffer head) {
    return (head.getShort(TYPE_AT) & FOLLOWS_OR_RESPOND) != 0;
  }

  @Override
  protected boolean asks(ByteBuffer head) {
    int type = type(head);
    return type == REQUEST_RESPONSE || (type == KEEPALIVE && followsOrResponds(head));
  }
}
