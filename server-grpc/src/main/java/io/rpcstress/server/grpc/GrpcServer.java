package io.rpcstress.server.grpc;

import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.Server;
import io.rpcstress.server.base.ServerOptions;
import io.rpcstress.server.base.ServerProgram;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * gRPC as in its official hello-world example: a plaintext server with the library's own settings
 * and services on the generated base classes. The variant {@code tuned} runs the services on the
 * network threads (directExecutor), which suits a handler that never blocks, and has a flow-control
 * window of its own, which turns off the pings that estimate one.
 */
public final class GrpcServer implements Server {
  private static final int FLOW_CONTROL_WINDOW = 1024 * 1024;

  private io.grpc.@Nullable Server server;

  /** A server that is not started. */
  public GrpcServer() {}

  /** Runs the server until the process is told to end. */
  public static void main(String[] args) {
    ServerProgram.main(new GrpcServer(), args);
  }

  @Override
  public String technology() {
    return "grpc";
  }

  @Override
  public int defaultPort() {
    return 9002;
  }

  @Override
  public boolean hasTuned() {
    return true;
  }

  @Override
  public InetSocketAddress start(ServerOptions options, CallCounter calls) throws IOException {
    Connections connections = new Connections(options.maxConnections());
    calls.connectionsFrom(connections::open);
    NettyServerBuilder builder =
        NettyServerBuilder.forAddress(options.address())
            .addService(new GreeterService(calls))
            .addService(new StoreService(calls))
            .addTransportFilter(connections);
    if (options.tuned()) {
      builder.directExecutor().flowControlWindow(FLOW_CONTROL_WINDOW);
    }
    io.grpc.Server started = builder.build().start();
    server = started;
    return (InetSocketAddress) started.getListenSockets().get(0);
  }

  @Override
  public boolean drain(Duration atMost) throws InterruptedException {
    io.grpc.Server running = server;
    if (running == null) {
      return true;
    }
    running.shutdown();
    boolean drained = running.awaitTermination(atMost.toMillis(), TimeUnit.MILLISECONDS);
    running.shutdownNow();
    return drained;
  }
}
