package io.rpcstress.server.mml;

import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.Offer;
import io.rpcstress.server.base.Server;
import io.rpcstress.server.base.ServerOptions;
import io.rpcstress.server.base.ServerProgram;
import io.rpcstress.server.base.netty.Listener;
import java.net.InetSocketAddress;
import java.time.Duration;

/**
 * MML after what is published of it: one connection for all calls of a client, matched by id, typed
 * JSON in them. The calls of a connection are answered in their order.
 *
 * <p>One event loop for each processor serves all connections. There is nothing to tune but on the
 * client: the variant {@code tuned} is the same as {@code example}.
 */
public final class MmlServer implements Server {
  private final Listener listener = new Listener("mml");

  public static void main(String[] args) {
    ServerProgram.main(new MmlServer(), args);
  }

  @Override
  public Offer offer() {
    return new Offer("mml", 9013);
  }

  @Override
  public InetSocketAddress start(ServerOptions options, CallCounter calls) throws Exception {
    return listener.start(options, calls, channel -> new Connection(channel, calls).serve());
  }

  @Override
  public boolean drain(Duration atMost) throws InterruptedException {
    return listener.drain(atMost);
  }
}
