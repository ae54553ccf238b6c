package io.rpcstress.server.rsocket;

import io.netty.buffer.ByteBuf;
import io.netty.channel.socket.SocketChannel;
import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.HeldBytes;
import io.rpcstress.server.base.TimeLimits;
import io.rpcstress.server.base.netty.LimitedConnection;

/** One client's connection, before RSocket's own handlers. */
final class Connection extends LimitedConnection {

  /** Limits an accepted channel. */
  Connection(SocketChannel channel, CallCounter calls, TimeLimits limits, HeldBytes begun) {
    super(channel, calls, limits, new RequestHeads(RsocketServer.MAX_FRAME_BYTES), begun);
  }

  /** RSocket writes a frame at a time, and none that was not asked for. */
  @Override
  protected int answersIn(ByteBuf written) {
    return 1;
  }
}
