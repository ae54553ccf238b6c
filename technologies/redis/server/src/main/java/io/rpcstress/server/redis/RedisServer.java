package io.rpcstress.server.redis;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.rpcstress.contract.Store;
import io.rpcstress.contract.TlsSide;
import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.Offer;
import io.rpcstress.server.base.Offer.Part;
import io.rpcstress.server.base.Server;
import io.rpcstress.server.base.ServerOptions;
import io.rpcstress.server.base.ServerProgram;
import io.rpcstress.server.base.netty.Listener;
import java.net.InetSocketAddress;
import java.time.Duration;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

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
  public Offer offer() {
    return new Offer("redis", 9007, Part.MESSAGES, Part.TLS);
  }

  @Override
  public InetSocketAddress start(ServerOptions options, CallCounter calls) throws Exception {
    Commands commands = new Commands(calls, options.messages(), new Store());
    SslContext encryption = encryption(options.tls());
    return listener.start(
        options,
        calls,
        new Listener.Accepting() {
          @Override
          public void serve(SocketChannel channel) {
            if (encryption != null) {
              channel.pipeline().addLast(encryption.newHandler(channel.alloc()));
            }
            new Connection(channel, commands, calls).serve();
          }

          @Override
          public void refuse(SocketChannel channel) {
            ByteBuf reply = channel.alloc().ioBuffer();
            Replies.error(reply, "max number of clients reached");
            channel.writeAndFlush(reply).addListener(ChannelFutureListener.CLOSE);
          }
        });
  }

  private static @Nullable SslContext encryption(@Nullable TlsSide tls) throws SSLException {
    if (tls == null) {
      return null;
    }
    SslContextBuilder builder =
        SslContextBuilder.forServer(tls.certificate(), tls.key()).sslProvider(SslProvider.JDK);
    return tls.trusted() == null
        ? builder.build()
        : builder.trustManager(tls.trusted()).clientAuth(ClientAuth.REQUIRE).build();
  }

  @Override
  public boolean drain(Duration atMost) throws InterruptedException {
    return listener.drain(atMost);
  }
}
