package io.rpcstress.server.rsocket;

import io.netty.buffer.ByteBuf;
import java.nio.ByteBuffer;

/**
 * Follows a connection's frames as their bytes arrive, and looks at the head of each before
 * anything behind it is kept: RSocket's library collects frames of 16 MB, fragments of any number
 * of requests, and starts a timer for whatever interval a peer asks for. Confined to the
 * connection's event loop.
 */
final class FrameHeads {
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
  private final ByteBuffer head = ByteBuffer.allocate(LENGTH_BYTES + SETUP_HEAD_BYTES);

  /** Of the frame whose head was seen, how much is still to come, bytes. */
  private int left;

  /** Whether the first frame was SETUP. */
  private boolean introduced;

  private long whole;
  private long asking;

  /**
   * One that has seen nothing.
   *
   * @param maxFrameBytes the longest frame, with its length
   */
  FrameHeads(int maxFrameBytes) {
    this.maxFrameBytes = maxFrameBytes;
  }

  /** Whether the rest of a frame is still to come. */
  boolean isAmid() {
    return head.position() > 0 || left > 0;
  }

  /** How many frames have arrived. */
  long whole() {
    return whole;
  }

  /** How many of them are to be answered by a frame. */
  long asking() {
    return asking;
  }

  /**
   * Looks at what arrived; reads nothing away.
   *
   * @throws MalformedFrameException where a frame is none that this server takes
   */
  void see(ByteBuf bytes) throws MalformedFrameException {
    int at = bytes.readerIndex();
    int end = bytes.writerIndex();
    while (at < end) {
      if (left > 0) {
        int skipped = Math.min(left, end - at);
        left -= skipped;
        at += skipped;
      } else {
        head.put(bytes.getByte(at++));
        if (head.position() >= LENGTH_BYTES) {
          int looked = introduced ? HEAD_BYTES : SETUP_HEAD_BYTES;
          int length = length(looked);
          if (head.position() < LENGTH_BYTES + looked) {
            continue;
          }
          take();
          left = length - looked;
          head.clear();
        }
      }
      if (left == 0 && head.position() == 0) {
        whole++;
      }
    }
  }

  private int length(int looked) throws MalformedFrameException {
    int length = ((head.getShort(0) & 0xFFFF) << Byte.SIZE) | (head.get(2) & 0xFF);
    if (length < looked || length + LENGTH_BYTES > maxFrameBytes) {
      throw new MalformedFrameException("a frame of " + length + " bytes");
    }
    return length;
  }

  private void take() throws MalformedFrameException {
    int typeAndFlags = head.getShort(TYPE_AT) & 0xFFFF;
    int type = typeAndFlags >> FLAGS_BITS;
    boolean followsOrRespond = (typeAndFlags & FOLLOWS_OR_RESPOND) != 0;
    if (!introduced) {
      if (type != SETUP || head.getInt(INTERVAL_AT) < MIN_KEEPALIVE_MILLIS) {
        throw new MalformedFrameException("no SETUP, or with too short an interval");
      }
      introduced = true;
    } else if (type == REQUEST_RESPONSE && !followsOrRespond) {
      asking++;
    } else if (type == KEEPALIVE) {
      asking += followsOrRespond ? 1 : 0;
    } else if (type != CANCEL && type != ERROR) {
      throw new MalformedFrameException("a frame of type " + type + ", or a fragment");
    }
  }
}
