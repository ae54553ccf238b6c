package io.rpcstress.server.dubbo;

import io.netty.buffer.ByteBuf;
import io.netty.channel.socket.SocketChannel;
import io.rpcstress.contract.dubbo.DubboBounds;
import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.HeldBytes;
import io.rpcstress.server.base.TimeLimits;
import io.rpcstress.server.base.netty.LimitedConnection;

/** One client's connection, before Dubbo's own handlers. */
final class Connection extends LimitedConnection {
  private static final int OK = 20;

  Connection(SocketChannel channel, CallCounter calls, TimeLimits limits, HeldBytes begun) {
    super(channel, calls, limits, new RequestHeads(), begun);
  }

  /** Dubbo may write several frames at a time, among them signs of life and farewells. */
  @Override
  protected int answersIn(ByteBuf written) {
    int answers = 0;
    int at = written.readerIndex();
    while (at + DubboBounds.HEAD_BYTES <= written.writerIndex()) {
      int flags = written.getByte(at + RequestHeads.FLAGS_AT);
      if ((flags & (RequestHeads.REQUEST | RequestHeads.EVENT)) == 0) {
        answers++;
        if (written.getByte(at + RequestHeads.STATUS_AT) != OK) {
          failed();
        }
      }
      at += DubboBounds.HEAD_BYTES + written.getInt(at + DubboBounds.LENGTH_AT);
    }
    return answers;
  }
}
