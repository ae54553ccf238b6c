package io.rpcstress.rpcx.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.SingleThreadIoEventLoop;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioChannelOption;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.rpcstress.rpcx.Limits;
import io.rpcstress.rpcx.value.OwnCodecs;
import io.rpcstress.rpcx.wire.ByteBudget;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketOption;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.concurrent.TimeUnit;
import jdk.net.ExtendedSocketOptions;
import org.junit.jupiter.api.Test;

/** How a client's sockets are set up. */
class ConnectAttemptTest {
  /** An event loop that remembers the last channel it got. */
  private static final class RememberingLoop extends SingleThreadIoEventLoop {
    private volatile Channel last;

    RememberingLoop() {
      super(null, new DefaultThreadFactory("test", true), NioIoHandler.newFactory());
    }

    @Override
    public ChannelFuture register(Channel channel) {
      last = channel;
      return super.register(channel);
    }
  }

  private static Integer option(Channel channel, SocketOption<Integer> option) {
    return channel.config().getOption(NioChannelOption.of(option));
  }

  @Test
  void theKernelAsksSoonWhetherASilentServerIsStillThere() throws Exception {
    try (SocketChannel any = SocketChannel.open()) {
      assumeThat(any.supportedOptions())
          .contains(
              ExtendedSocketOptions.TCP_KEEPIDLE,
              ExtendedSocketOptions.TCP_KEEPINTERVAL,
              ExtendedSocketOptions.TCP_KEEPCOUNT);
    }
    RememberingLoop loop = new RememberingLoop();
    DeadlineWatch watch = new DeadlineWatch();
    try (ServerSocket listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      Endpoint endpoint =
          new Endpoint(
              Settings.of(Limits.DEFAULTS, OwnCodecs.NONE, 1),
              loop,
              new HostNames(null),
              watch,
              new ByteBudget(Limits.DEFAULTS.maxReceivingBytes()),
              List.of(new Address("127.0.0.1", listener.getLocalPort())));
      assertThat(endpoint.slots()[0].connection()).isNotNull();
      await().until(() -> loop.last != null && loop.last.isActive());
      Channel socket = loop.last;
      assertThat(socket.config().getOption(ChannelOption.SO_KEEPALIVE)).isTrue();
      assertThat(option(socket, ExtendedSocketOptions.TCP_KEEPIDLE)).isEqualTo(15);
      assertThat(option(socket, ExtendedSocketOptions.TCP_KEEPINTERVAL)).isEqualTo(2);
      assertThat(option(socket, ExtendedSocketOptions.TCP_KEEPCOUNT)).isEqualTo(3);
      endpoint.close();
    } finally {
      watch.stop();
      var unused = loop.shutdownGracefully(0, 0, TimeUnit.SECONDS);
    }
  }
}
