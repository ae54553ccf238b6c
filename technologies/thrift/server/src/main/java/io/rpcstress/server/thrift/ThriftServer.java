package io.rpcstress.server.thrift;

import io.rpcstress.contract.Store;
import io.rpcstress.contract.TlsSide;
import io.rpcstress.contract.thrift.ThriftBounds;
import io.rpcstress.contract.thrift.generated.Calls;
import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.Offer;
import io.rpcstress.server.base.Offer.Part;
import io.rpcstress.server.base.Server;
import io.rpcstress.server.base.ServerOptions;
import io.rpcstress.server.base.ServerProgram;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLServerSocket;
import org.apache.thrift.TProcessor;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.protocol.TCompactProtocol;
import org.apache.thrift.server.TServer;
import org.apache.thrift.server.TThreadPoolServer;
import org.apache.thrift.server.TThreadedSelectorServer;
import org.apache.thrift.transport.TServerSocket;
import org.apache.thrift.transport.TTransportException;
import org.apache.thrift.transport.layered.TFramedTransport;
import org.jspecify.annotations.Nullable;

/**
 * Host B's Thrift server. The example is that of Thrift's tutorial with a thread for each
 * connection; the tuned one has selectors, frames and the compact protocol.
 */
public final class ThriftServer implements Server {
  private static final String TECHNOLOGY = "thrift";

  /** How long Thrift waits for its threads, which may wait for the next call of a client, ms. */
  private static final int END_MILLIS = 200;

  private @Nullable Running running;

  public static void main(String[] args) {
    ServerProgram.main(new ThriftServer(), args);
  }

  private record Running(TServer server, Thread serving) {}

  /** With TLS in the example alone: Thrift's servers with selectors have none. */
  @Override
  public Offer offer() {
    return new Offer(TECHNOLOGY, 9014, Part.TUNED, Part.MESSAGES, Part.TLS);
  }

  @Override
  public InetSocketAddress start(ServerOptions options, CallCounter calls)
      throws IOException, TTransportException {
    OpenConnections open = new OpenConnections();
    calls.connectionsFrom(open::count);
    TProcessor processor =
        new Calls.Processor<Calls.Iface>(new Operations(calls, options.messages(), new Store()));
    int port;
    TServer server;
    if (options.tuned() && options.tls() != null) {
      throw new IOException("tuned has no TLS: start it with --variant example");
    }
    if (options.tuned()) {
      LimitedListener listener =
          new LimitedListener(options.address(), BACKLOG, options.maxConnections(), open);
      port = listener.getPort();
      server = tuned(listener, processor);
    } else {
      ServerSocket listener = socket(options.tls());
      listener.bind(options.address(), BACKLOG);
      port = listener.getLocalPort();
      server = example(listener, processor, options.maxConnections());
    }
    server.setServerEventHandler(open);
    Thread serving = new Thread(server::serve, TECHNOLOGY + "-serve");
    serving.setDaemon(true);
    serving.start();
    running = new Running(server, serving);
    return new InetSocketAddress(options.address().getAddress(), port);
  }

  private static ServerSocket socket(@Nullable TlsSide tls) throws IOException {
    if (tls == null) {
      return new ServerSocket();
    }
    SSLServerSocket socket =
        (SSLServerSocket) tls.context().getServerSocketFactory().createServerSocket();
    socket.setNeedClientAuth(tls.trusted() != null);
    return socket;
  }

  private static TServer example(ServerSocket listener, TProcessor processor, int maxConnections)
      throws TTransportException {
    TThreadPoolServer.Args args =
        new TThreadPoolServer.Args(new TServerSocket(listener))
            .processor(processor)
            .protocolFactory(
                new TBinaryProtocol.Factory(
                    ThriftBounds.MAX_STRING_BYTES, ThriftBounds.MAX_ELEMENTS))
            .maxWorkerThreads(maxConnections) // of which each has a connection
            .stopTimeoutVal(END_MILLIS)
            .stopTimeoutUnit(TimeUnit.MILLISECONDS);
    return new TThreadPoolServer( // whose 5 would not do where fewer are allowed
        args.minWorkerThreads(Math.min(args.minWorkerThreads, maxConnections)));
  }

  private static TServer tuned(LimitedListener listener, TProcessor processor) {
    return new TThreadedSelectorServer(
        new TThreadedSelectorServer.Args(listener)
            .processor(processor)
            .transportFactory(new TFramedTransport.Factory(ThriftBounds.MAX_MESSAGE_BYTES))
            .protocolFactory(
                new TCompactProtocol.Factory(
                    ThriftBounds.MAX_STRING_BYTES, ThriftBounds.MAX_ELEMENTS))
            .stopTimeoutVal(END_MILLIS)
            .stopTimeoutUnit(TimeUnit.MILLISECONDS));
  }

  @Override
  public boolean drain(Duration atMost) throws InterruptedException {
    Running now = running;
    if (now != null) {
      now.server.stop();
      now.serving.join(atMost.toMillis());
    }
    return true;
  }
}
