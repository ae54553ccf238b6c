package io.rpcstress.server.bolt;

import io.netty.buffer.ByteBuf;
import io.netty.channel.socket.SocketChannel;
import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.HeldBytes;
import io.rpcstress.server.base.TimeLimits;
import io.rpcstress.server.base.netty.LimitedConnection;

/** One client's connection, before SOFABolt's own handlers. */
final class Connection extends LimitedConnection {
  private static final int STATUS_AT = 10;

  /** Limits an accepted channel. */
  Connection(SocketChannel channel, CallCounter calls, TimeLimits limits, HeldBytes begun) {
    super(channel, calls, limits, new RequestHeads(), begun);
  }

  /** SOFABolt writes a frame at a time, and none that was not asked for. */
  @Override
  protected int answersIn(ByteBuf written) {
    if (written.getShort(written.readerIndex() + STATUS_AT) != 0) {
      failed();
    }
    return 1;
  }
}
