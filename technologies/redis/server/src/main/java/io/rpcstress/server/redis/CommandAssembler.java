package io.rpcstress.server.redis;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.redis.ArrayHeaderRedisMessage;
import io.netty.handler.codec.redis.BulkStringHeaderRedisMessage;
import io.netty.handler.codec.redis.BulkStringRedisContent;
import io.netty.handler.codec.redis.FullBulkStringRedisMessage;
import io.netty.handler.codec.redis.LastBulkStringRedisContent;
import org.jspecify.annotations.Nullable;

/**
 * Puts a connection's commands together from what Netty's decoder yields: an array's header, then
 * each string's header and pieces. Netty's own aggregators collect first, up to 512 MB a string,
 * and take arrays within arrays; here every announced number is checked before anything is kept for
 * it. Confined to the connection's event loop.
 */
final class CommandAssembler {
  /** More than what clients introduce themselves with: {@code HELLO 3 AUTH x y SETNAME z}. */
  static final int MAX_ARGUMENTS = 16;

  private final int maxBytes;

  /** Of the incomplete command; null between two commands. */
  private byte @Nullable [][] arguments;

  /** How many of {@link #arguments} are whole. */
  private int whole;

  /** How much of the argument behind them has arrived, bytes. */
  private int arrived;

  /** What the arguments so far announced, bytes. */
  private int announced;

  CommandAssembler(int maxBytes) {
    this.maxBytes = maxBytes;
  }

  /**
   * Takes the decoder's next message. Its bytes are copied; the caller releases it.
   *
   * @return the command that it completes, with its name first; null where more is to come
   * @throws MalformedCommandException if it is part of no command, or of one that is too large
   */
  byte @Nullable [][] add(Object message) throws MalformedCommandException {
    byte[][] started = arguments;
    if (started == null) {
      begin(message);
      return null;
    }
    if (message instanceof BulkStringHeaderRedisMessage header) {
      announce(started, header.bulkStringLength());
      return null;
    }
    if (message == FullBulkStringRedisMessage.EMPTY_INSTANCE) {
      announce(started, 0);
      return argumentIsWhole(started);
    }
    // What is null has no bytes: the decoder yields it for a length of -1.
    if (message instanceof BulkStringRedisContent content
        && message != FullBulkStringRedisMessage.NULL_INSTANCE) {
      ByteBuf piece = content.content();
      int length = piece.readableBytes();
      piece.readBytes(started[whole], arrived, length);
      arrived += length;
      return message instanceof LastBulkStringRedisContent ? argumentIsWhole(started) : null;
    }
    throw new MalformedCommandException("a command is an array of bulk strings");
  }

  private void begin(Object message) throws MalformedCommandException {
    if (!(message instanceof ArrayHeaderRedisMessage header)) {
      throw new MalformedCommandException("a command is an array of bulk strings");
    }
    if (header.length() > MAX_ARGUMENTS) {
      throw new MalformedCommandException("invalid multibulk length, at most " + MAX_ARGUMENTS);
    }
    // As in Redis: an empty array asks nothing and is answered by nothing.
    if (header.length() > 0) {
      arguments = new byte[(int) header.length()][];
      whole = 0;
      announced = 0;
    }
  }

  private void announce(byte[][] started, int length) throws MalformedCommandException {
    if (length > maxBytes - announced) {
      throw new MalformedCommandException(
          "invalid bulk length, at most " + maxBytes + " bytes a command");
    }
    announced += length;
    arrived = 0;
    started[whole] = new byte[length];
  }

  private byte @Nullable [][] argumentIsWhole(byte[][] started) {
    if (++whole < started.length) {
      return null;
    }
    arguments = null;
    return started;
  }
}
