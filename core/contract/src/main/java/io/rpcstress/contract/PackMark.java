package io.rpcstress.contract;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * What a request begins with where a server has several packs: the first bytes of its pack's hash,
 * as they stand in the pack's name in rows. Its message follows; a reply has no mark.
 */
public final class PackMark {
  public static final int BYTES = Long.BYTES;

  private PackMark() {}

  /** The mark of a pack's requests. */
  public static long of(MessagePack pack) {
    return Long.parseUnsignedLong(pack.hash(), 0, 2 * BYTES, 16);
  }

  /** A request: the mark, then the message. */
  public static byte[] before(long mark, byte[] message) {
    return ByteBuffer.allocate(BYTES + message.length).putLong(mark).put(message).array();
  }

  public static long in(byte[] request) {
    if (request.length < BYTES) {
      throw new IllegalArgumentException(
          "a request without the mark of its pack: this server has several, for --mix");
    }
    return ByteBuffer.wrap(request).getLong();
  }

  /** The message of a request that has a mark. */
  public static byte[] behind(byte[] request) {
    return Arrays.copyOfRange(request, BYTES, request.length);
  }
}
