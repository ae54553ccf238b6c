package io.rpcstress.server.base.netty;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.GlobalEventExecutor;
import io.rpcstress.server.base.CallCounter;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The connections of a server on Netty: how many there may be, and their end. Thread-safe. */
public final class OpenChannels {
  private final ChannelGroup open = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE);
  private final int max;

  /** None yet, of 1 or more at a time; the counter reads from this how many are open. */
  public OpenChannels(int max, CallCounter calls) {
    this.max = max;
    calls.connectionsFrom(open::size);
  }

  /**
   * Takes an accepted channel in; false where it is one too many, and the caller is to close it.
   */
  public boolean admit(Channel accepted) {
    return open.size() < max && open.add(accepted);
  }

  /** Closes each behind what was written to it; returns whether all were closed in time. */
  public boolean close(Duration atMost) throws InterruptedException {
    for (Channel each : open) {
      each.eventLoop()
          .execute(
              () ->
                  each.writeAndFlush(Unpooled.EMPTY_BUFFER)
                      .addListener(ChannelFutureListener.CLOSE));
    }
    boolean closed = open.newCloseFuture().await(atMost.toNanos(), TimeUnit.NANOSECONDS);
    var unused = open.close();
    return closed;
  }
}
