package io.rpcstress.server.tcp;

import io.rpcstress.contract.Message;
import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.Offer;
import io.rpcstress.server.base.Offer.Part;
import io.rpcstress.server.base.Server;
import io.rpcstress.server.base.ServerOptions;
import io.rpcstress.server.base.ServerProgram;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Newline-framed greet: a request is a name in UTF-8 and {@code '\n'}, the reply is the greeting
 * and {@code '\n'}. Between the lines a {@link io.rpcstress.contract.PutFrame} may stand, whose
 * reply is a line, too, or a {@link io.rpcstress.contract.MessageFrame}. The requests of a
 * connection are answered in their order, so a client may use one connection for one call at a
 * time, or for many and match the replies first in, first out. All requests that one read brings
 * are answered by one write, so replies share segments as requests do.
 *
 * <p>One selector loop for each processor serves all connections, as many as there are: on one
 * processor a thread per connection would pay a wake-up for each call. There is nothing left to
 * tune: the variant {@code tuned} is the same as {@code example}.
 */
public final class TcpServer implements Server {
  private final List<EventLoop> loops = new ArrayList<>();

  public static void main(String[] args) {
    ServerProgram.main(new TcpServer(), args);
  }

  @Override
  public Offer offer() {
    return new Offer("tcp", 9004, Part.MESSAGES);
  }

  @Override
  public InetSocketAddress start(ServerOptions options, CallCounter calls) throws IOException {
    ServerSocketChannel listener = ServerSocketChannel.open();
    listener.bind(options.address(), BACKLOG);
    listener.configureBlocking(false);
    AtomicInteger open = new AtomicInteger();
    calls.connectionsFrom(open::get);
    Message.Service messages = options.messages();
    List<Requests> operations =
        List.of(new PutFrames(), new MessageFrames(messages), new GreetLines());
    for (int i = 0; i < Runtime.getRuntime().availableProcessors(); i++) {
      loops.add(new EventLoop("tcp-" + i, operations, calls, open, messages.maxBytes(0)));
    }
    loops.get(0).listen(listener, loops, options.maxConnections());
    loops.forEach(EventLoop::start);
    return (InetSocketAddress) listener.getLocalAddress();
  }

  @Override
  public boolean drain(Duration atMost) throws InterruptedException {
    long end = System.nanoTime() + atMost.toNanos();
    loops.forEach(EventLoop::drain);
    boolean ended = true;
    for (EventLoop loop : loops) {
      ended &= loop.awaitEnd(end - System.nanoTime());
    }
    return ended;
  }
}
