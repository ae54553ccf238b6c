package io.rpcstress.server.dubbo;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.rpcstress.server.base.netty.FrameHeads;
import io.rpcstress.server.base.netty.MalformedFrameException;
import java.nio.ByteBuffer;

/**
 * Follows HTTP/2's frames, behind its preface; what they carry is for others. Of a connection that
 * speaks another protocol it tells no more than that. Confined to the connection's event loop.
 */
final class Http2Heads extends FrameHeads {
  private static final int HEAD_BYTES = 9;
  private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(US_ASCII);
  private static final int MAX_FRAME_BYTES = 16 * 1024;

  private static final int TYPE_AT = 3;
  private static final int FLAGS_AT = 4;
  private static final int HEADERS = 1;
  private static final int CONTINUATION = 9;
  private static final int END_HEADERS = 4;

  /** A length is the first three bytes of a head. */
  private static final int NOT_LENGTH_BITS = 8;

  private boolean first = true;
  private boolean other;
  private boolean amidHeaders;

  /** One that has seen nothing. */
  Http2Heads() {
    super(HEAD_BYTES, PREFACE.length);
  }

  /** Whether the connection began with something else. */
  boolean isOther() {
    return other;
  }

  /** Whether further frames have to come for a request's headers to be whole. */
  boolean isAmidHeaders() {
    return amidHeaders;
  }

  @Override
  protected int headBytes(ByteBuffer begun) {
    if (first) {
      for (int i = 0; i < HEAD_BYTES; i++) {
        other |= begun.get(i) != PREFACE[i];
      }
    }
    return first && !other ? PREFACE.length : HEAD_BYTES;
  }

  @Override
  protected int behind(ByteBuffer head) throws MalformedFrameException {
    if (first) {
      first = false;
      return other ? Integer.MAX_VALUE - PREFACE.length : 0;
    }
    int length = head.getInt(0) >>> NOT_LENGTH_BITS;
    if (length > MAX_FRAME_BYTES) {
      throw new MalformedFrameException("a frame of " + length + " bytes");
    }
    int type = head.get(TYPE_AT);
    if (type == HEADERS || type == CONTINUATION) {
      amidHeaders = (head.get(FLAGS_AT) & END_HEADERS) == 0;
    }
    return length;
  }

  /** What is a call, {@link Http2Calls} knows. */
  @Override
  protected boolean asks(ByteBuffer head) {
    return false;
  }
}
