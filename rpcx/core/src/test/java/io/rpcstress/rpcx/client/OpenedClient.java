package io.rpcstress.rpcx.client;

import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.embedded.EmbeddedChannel;
import io.rpcstress.rpcx.Limits;
import io.rpcstress.rpcx.value.OwnCodecs;
import io.rpcstress.rpcx.wire.ByteBudget;
import io.rpcstress.rpcx.wire.Hello;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;

/**
 * A client whose first connection was made, to a server that the test plays: HELLO was sent, and
 * everything happens on the thread of the test. Further connections begin and are never made.
 */
final class OpenedClient implements AutoCloseable {
  final EmbeddedChannel channel = new EmbeddedChannel();
  final Endpoint endpoint;
  final Connection connection;
  final ClientHandler handler;

  OpenedClient(Limits limits, OwnCodecs codecs, int attempts, DeadlineWatch watch) {
    EventLoop loop = withoutAttempts(channel.eventLoop());
    endpoint =
        new Endpoint(
            Settings.of(limits, codecs, attempts),
            loop,
            new HostNames(null),
            watch,
            new ByteBudget(limits.maxReceivingBytes()),
            List.of(new Address("127.0.0.1", 1)));
    Connection made = endpoint.slots()[0].connection();
    if (made == null) {
      throw new IllegalStateException("a new client makes a connection at once");
    }
    connection = made;
    ServerWatch watching = new ServerWatch(connection, channel, limits);
    handler = new ClientHandler(connection, watching, limits, endpoint.receiving(), false);
    var unusedPipeline = channel.pipeline().addLast(handler);
    handler.channelActive(channel.pipeline().context(handler));
    connection.opened(
        channel, watching, Hello.ofClient(limits.maxFrameBytes(), "", 0, false).frame());
  }

  /** The event loop of the channel, but that it makes no attempt to connect. */
  private static EventLoop withoutAttempts(EventLoop loop) {
    return (EventLoop)
        Proxy.newProxyInstance(
            EventLoop.class.getClassLoader(),
            new Class<?>[] {EventLoop.class},
            (self, method, arguments) -> {
              if (method.getDeclaringClass() == EventLoopGroup.class
                  || method.getName().equals("next")) {
                return self;
              }
              if (method.getName().equals("execute") && arguments[0] instanceof ConnectAttempt) {
                return null;
              }
              try {
                return method.invoke(loop, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  @Override
  public void close() {
    endpoint.close();
    channel.runPendingTasks();
    boolean unused = channel.finishAndReleaseAll();
  }
}
