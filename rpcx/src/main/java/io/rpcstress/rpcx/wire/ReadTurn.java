package io.rpcstress.rpcx.wire;

import io.netty.channel.AdaptiveRecvByteBufAllocator;
import io.netty.channel.RecvByteBufAllocator;
import io.rpcstress.rpcx.Limits;

/**
 * How much is read of one connection before the others of its event loop get their turn: what comes
 * in that many bytes is served at once, and whoever waits, waits for it of every connection that
 * sends without a pause.
 */
public final class ReadTurn {
  /** Bytes without encryption: what one buffer takes, which is some thousand small calls. */
  static final int BYTES = 64 * 1024;

  /** Bytes of which much may have to wait: before HELLO, and while memory is short. */
  static final int LITTLE_BYTES = 8 * 1024;

  /** Bytes with compression, which may become {@link Limits#MAX_INFLATION} times as many. */
  static final int COMPRESSED_BYTES = 1024;

  /**
   * Bytes with encryption: a record of TLS. They are decrypted before anybody knows whether they
   * must wait, so that each connection may hold as many.
   */
  static final int ENCRYPTED_BYTES = 16 * 1024;

  private static final int FIRST_BYTES = 2 * 1024;
  private static final int MIN_BYTES = 256;

  private ReadTurn() {}

  /** What a channel reads with whose bytes are encrypted, and go through its pipeline. */
  public static RecvByteBufAllocator encrypted() {
    return new AdaptiveRecvByteBufAllocator(MIN_BYTES, FIRST_BYTES, ENCRYPTED_BYTES)
        .maxMessagesPerRead(1);
  }
}
