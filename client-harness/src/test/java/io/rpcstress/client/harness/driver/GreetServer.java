package io.rpcstress.client.harness.driver;

import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import io.rpcstress.contract.GreetNames;
import io.rpcstress.contract.greet.proto.GreetReply;
import io.rpcstress.contract.greet.proto.GreetRequest;
import io.rpcstress.contract.greet.proto.GreeterGrpc;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.Target;
import io.rpcstress.rpcx.Method;
import io.rpcstress.rpcx.RPCXServer;
import io.rpcstress.rpcx.ServiceCentre;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/**
 * Real servers of this process, on any free port, whose handlers do what a test says. Each serves
 * one call at a time, so that a handler that sleeps stalls them.
 */
public final class GreetServer implements AutoCloseable {

  private static final Duration ENDING = Duration.ofSeconds(1);

  private final int port;
  private final Runnable end;

  private GreetServer(int port, Runnable end) {
    this.port = port;
    this.end = end;
  }

  /**
   * Starts one.
   *
   * @param technology rpcx or grpc
   * @param handler from a name to a greeting; may throw what the technology turns into a status
   */
  public static GreetServer start(String technology, UnaryOperator<String> handler)
      throws IOException {
    return technology.equals("rpcx") ? rpcx(handler) : grpc(handler);
  }

  private static GreetServer rpcx(UnaryOperator<String> handler) {
    ServiceCentre centre =
        ServiceCentre.builder()
            .address("127.0.0.1")
            .port(0)
            .publish(new Published(handler))
            .start();
    return new GreetServer(centre.port(), () -> centre.stop(ENDING));
  }

  private static GreetServer grpc(UnaryOperator<String> handler) throws IOException {
    ExecutorService one = Executors.newSingleThreadExecutor();
    io.grpc.Server server =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .executor(one)
            .addService(new Unary(handler))
            .build()
            .start();
    return new GreetServer(
        server.getPort(),
        () -> {
          server.shutdownNow();
          try {
            server.awaitTermination(ENDING.toMillis(), TimeUnit.MILLISECONDS);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          one.shutdownNow();
        });
  }

  /** Where it listens. */
  public Target target() {
    return Target.of(new Address("127.0.0.1", port));
  }

  @Override
  public void close() {
    end.run();
  }

  /** What RPCX publishes. */
  @RPCXServer(GreetNames.RPCX_SERVICE)
  public static final class Published {
    private final UnaryOperator<String> handler;

    Published(UnaryOperator<String> handler) {
      this.handler = handler;
    }

    /** Does what the test says. */
    @Method(GreetNames.RPCX_METHOD)
    public String greet(String name) {
      return handler.apply(name);
    }
  }

  private static final class Unary extends GreeterGrpc.GreeterImplBase {
    private final UnaryOperator<String> handler;

    Unary(UnaryOperator<String> handler) {
      this.handler = handler;
    }

    @Override
    public void greet(GreetRequest request, StreamObserver<GreetReply> reply) {
      String greeting;
      try {
        greeting = handler.apply(request.getName());
      } catch (RuntimeException e) {
        reply.onError(e);
        return;
      }
      reply.onNext(GreetReply.newBuilder().setMessage(greeting).build());
      reply.onCompleted();
    }
  }
}
