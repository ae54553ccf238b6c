package io.rpcstress.server.base;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Bytes that mean nothing, for a client that measures how fast the link carries them. */
final class Payload {
  /** The most that one request gets, bytes. */
  static final int MAX_BYTES = 1 << 20;

  /** One block is sent again and again: all that this costs in memory, bytes. */
  private static final int BLOCK_BYTES = 64 * 1024;

  private static final Pattern QUERY = Pattern.compile("bytes=([0-9]{1,7})");

  private Payload() {}

  /** The N of the query {@code bytes=N}; 0 where it is anything else, or out of range. */
  static int requestedBytes(@Nullable String query) {
    Matcher matcher = QUERY.matcher(query == null ? "" : query);
    int bytes = matcher.matches() ? Integer.parseInt(matcher.group(1)) : 0;
    return bytes <= MAX_BYTES ? bytes : 0;
  }

  /** Reads to the end, or as much as one request may send. */
  static long drain(InputStream in) throws IOException {
    byte[] block = new byte[BLOCK_BYTES];
    long bytes = 0;
    for (int read = 0; read >= 0 && bytes < MAX_BYTES; read = in.read(block)) {
      bytes += read;
    }
    return bytes;
  }

  static void write(int bytes, OutputStream out) throws IOException {
    for (int left = bytes; left > 0; left -= BLOCK_BYTES) {
      out.write(Block.BYTES, 0, Math.min(left, BLOCK_BYTES));
    }
  }

  /** Made at the first request: a server without one does not pay for it. */
  private static final class Block {
    /** Random, so that a tunnel that compresses does not look faster than it is. */
    static final byte[] BYTES = new byte[BLOCK_BYTES];

    static {
      new Random(BLOCK_BYTES).nextBytes(BYTES);
    }
  }
}
