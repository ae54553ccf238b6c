package io.rpcstress.rpcx.wire;

import io.netty.channel.ChannelId;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.List;

/** Listens, and makes a {@link WireChannel} of every connection. Confined to its event loop. */
public final class WireServerChannel extends NioServerSocketChannel {
  /** For Netty's bootstrap. */
  public WireServerChannel() {}

  @Override
  protected ChannelId newId() {
    return new WireChannelId();
  }

  @Override
  protected int doReadMessages(List<Object> accepted) throws Exception {
    SocketChannel socket = javaChannel().accept();
    if (socket == null) {
      return 0;
    }
    try {
      accepted.add(new WireChannel(this, socket));
      return 1;
    } catch (RuntimeException | Error e) {
      // This connection alone is lost; the listener goes on.
      try {
        socket.close();
      } catch (IOException closing) {
        e.addSuppressed(closing);
      }
      throw e;
    }
  }
}
