package io.rpcstress.server.redis;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.socket.SocketChannel;
import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.Server;
import io.rpcstress.server.base.ServerOptions;
import io.rpcstress.server.base.ServerProgram;
import io.rpcstress.server.base.netty.Listener;
import java.net.InetSocketAddress;
import java.time.Duration;

/**
 * Greet over the Redis protocol, RESP2: a server that any Redis client can call, and that keeps
 * nothing of Redis but how it speaks. The commands of a connection are answered in their order, so
 * clients may pipeline.
 *
 * <p>One event loop for each processor serves all connections. There is nothing to tune but on the
 * client: the variant {@code tuned} is the same as {@code example}.
 */
public final class RedisServer implements Server {
  private final Listener listener = new Listener("redis");

  public static void main(String[] args) {
    ServerProgram.main(new RedisServer(), args);
  }

  @Override
  public String technology() {
    return "redis";
  }

  @Override
  public int defaultPort() {
    return 9007;
  }

  @Override
  public boolean hasMessages() {
    return true;
  }

  @Override
  public InetSocketAddress start(ServerOptions options, CallCounter calls) throws Exception {
    Commands commands = new Commands(calls, options.messages());
    return listener.start(
        options,
        calls,
        new Listener.Accepting() {
          @Override
          public void serve(SocketChannel channel) {
            Connection.serve(channel, commands, calls);
          }

          @Override
          public void refuse(SocketChannel channel) {
            ByteBuf reply = channel.alloc().ioBuffer();
            Replies.error(reply, "max number of clients reached");
            channel.writeAndFlush(reply).addListener(ChannelFutureListener.CLOSE);
          }
        });
  }

  @Override
  public boolean drain(Duration atMost) throws InterruptedException {
    return listener.drain(atMost);
  }
}
