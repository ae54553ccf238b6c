package io.rpcstress.server.thrift;

import io.rpcstress.contract.thrift.ThriftBounds;
import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.HeldBytes;
import io.rpcstress.server.base.Peers;
import io.rpcstress.server.base.Server;
import io.rpcstress.server.base.ServerOptions;
import io.rpcstress.server.base.ServerProgram;
import io.rpcstress.server.base.TimeLimits;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.thrift.server.TServer;
import org.apache.thrift.server.TThreadPoolServer;
import org.apache.thrift.server.TThreadedSelectorServer;
import org.apache.thrift.transport.TServerTransport;
import org.apache.thrift.transport.TTransport;
import org.apache.thrift.transport.TTransportException;
import org.apache.thrift.transport.TTransportFactory;
import org.jspecify.annotations.Nullable;

/**
 * Host B's Thrift server. The example is that of Thrift's tutorial with the server which it offers
 * for many clients, {@link TThreadPoolServer}: the one that it starts serves a single connection at
 * a time. The tuned one is a {@link TThreadedSelectorServer} with its own numbers of threads,
 * frames and the compact protocol.
 */
public final class ThriftServer implements Server {
  private static final String TECHNOLOGY = "thrift";
  private static final int DEFAULT_PORT = 9014;

  /** Connections that the kernel completes before they are accepted; it may allow fewer. */
  private static final int BACKLOG = 1024;

  /** As in {@link TThreadPoolServer.Args}. */
  private static final int KEPT_THREADS = 5;

  private static final long KEPT_SECONDS = 60;

  /** Until Thrift's threads have ended, whose connections are closed, ms. */
  private static final long END_MILLIS = 2_000;

  /**
   * Of the heap, what large calls may hold in the example, those of all connections together; half
   * as much again is there for those of connections that are cut and do not know it yet.
   */
  private static final int HELD_SHARE = 6;

  /** The longest list has to fit, as what it is made into. */
  private static final long MIN_HELD_BYTES = 4L * ThriftBounds.MAX_MESSAGE_BYTES;

  private final TimeLimits limits;
  private @Nullable Running running;

  /** A server that is not started. */
  public ThriftServer() {
    this(TimeLimits.DEFAULTS);
  }

  ThriftServer(TimeLimits limits) {
    this.limits = limits;
  }

  /** Runs until the process is told to end. */
  public static void main(String[] args) {
    ServerProgram.main(new ThriftServer(), args);
  }

  /** What a drain ends. */
  private record Running(Peers peers, TServerTransport listener, TServer server, Thread serving) {}

  @Override
  public String technology() {
    return TECHNOLOGY;
  }

  @Override
  public int defaultPort() {
    return DEFAULT_PORT;
  }

  @Override
  public boolean hasTuned() {
    return true;
  }

  @Override
  public InetSocketAddress start(ServerOptions options, CallCounter calls)
      throws IOException, TTransportException {
    Peers peers = new Peers(options.maxConnections(), limits);
    calls.connectionsFrom(peers::size);
    Operations operations = new Operations(calls);
    CountingProcessor processor = new CountingProcessor(operations, calls, options.tuned());
    long heap = Runtime.getRuntime().maxMemory();
    InetSocketAddress address;
    TServerTransport listener;
    TServer server;
    if (options.tuned()) {
      SelectingListener selecting =
          new SelectingListener(options.address(), BACKLOG, peers, new FrameRoom(heap));
      address = new InetSocketAddress(options.address().getAddress(), selecting.getPort());
      server = tuned(selecting, processor, options.maxConnections());
      listener = selecting;
    } else {
      long held = Math.max(MIN_HELD_BYTES, heap / HELD_SHARE);
      BlockingListener blocking =
          new BlockingListener(
              options.address(), BACKLOG, peers, new HeldBytes(held), new Room(held + held / 2));
      address = blocking.address();
      server = example(blocking, processor);
      listener = blocking;
    }
    Thread serving = newDaemon("serve", server::serve);
    serving.start();
    peers.lookForLatePeers(TECHNOLOGY + "-look");
    running = new Running(peers, listener, server, serving);
    return address;
  }

  private static TServer example(BlockingListener listener, CountingProcessor processor) {
    return new TThreadPoolServer(
        new TThreadPoolServer.Args(listener)
            .processor(processor)
            .protocolFactory(Answers::binary)
            .executorService(new WorkerThreads()));
  }

  private static TServer tuned(
      SelectingListener listener, CountingProcessor processor, int maxConnections) {
    TThreadedSelectorServer.Args args =
        new TThreadedSelectorServer.Args(listener)
            .processor(processor)
            .transportFactory(new Frames())
            .protocolFactory(Answers::compact);
    // Never reached, where one that stalls would hold up the others: the peers have bounds of their
    // own.
    args.maxReadBufferBytes =
        (long) maxConnections * (ThriftBounds.MAX_MESSAGE_BYTES + Integer.BYTES);
    return new FrameServer(args);
  }

  private static final class Frames extends TTransportFactory {
    @Override
    public TTransport getTransport(TTransport base) throws TTransportException {
      return ThriftBounds.framed(base);
    }
  }

  /** As Thrift makes them, but that a connection for which the system has no thread is refused. */
  private static final class WorkerThreads extends ThreadPoolExecutor {
    WorkerThreads() {
      super(
          KEPT_THREADS,
          Integer.MAX_VALUE,
          KEPT_SECONDS,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          task -> newDaemon("worker", task));
    }

    @Override
    public void execute(Runnable task) {
      try {
        super.execute(task);
      } catch (OutOfMemoryError noThread) { // of the system's, not of memory
        throw new RejectedExecutionException(noThread);
      }
    }
  }

  private static Thread newDaemon(String name, Runnable task) {
    Thread thread = new Thread(task, TECHNOLOGY + "-" + name);
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public boolean drain(Duration atMost) throws InterruptedException {
    Running now = running;
    if (now == null) {
      return true;
    }
    now.peers.close();
    now.listener.close();
    boolean whole = now.peers.drain(atMost);
    now.server.stop();
    now.serving.join(END_MILLIS);
    return whole;
  }
}
