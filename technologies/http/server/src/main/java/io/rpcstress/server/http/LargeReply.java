package io.rpcstress.server.http;

import java.nio.ByteBuffer;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.IteratingCallback;

/**
 * Writes a reply piece by piece, each when the peer took the one before: the JDK copies what is
 * written at once into memory of the writing thread's own, and leaves it there. Confined as {@link
 * IteratingCallback} is.
 */
final class LargeReply extends IteratingCallback {
  private static final int PIECE_BYTES = 32 * 1024;

  private final Content.Sink sink;
  private final byte[] bytes;
  private final Callback taken;
  private int written;

  /**
   * A reply of which nothing is written; {@link #iterate} begins.
   *
   * @param taken is told when all was taken, or never will be
   */
  LargeReply(Content.Sink sink, byte[] bytes, Callback taken) {
    this.sink = sink;
    this.bytes = bytes;
    this.taken = taken;
  }

  @Override
  protected Action process() {
    if (written == bytes.length) {
      return Action.SUCCEEDED;
    }
    int piece = Math.min(PIECE_BYTES, bytes.length - written);
    ByteBuffer next = ByteBuffer.wrap(bytes, written, piece);
    written += piece;
    sink.write(written == bytes.length, next, this);
    return Action.SCHEDULED;
  }

  @Override
  protected void onCompleteSuccess() {
    taken.succeeded();
  }

  @Override
  protected void onCompleteFailure(Throwable cause) {
    taken.failed(cause);
  }
}
