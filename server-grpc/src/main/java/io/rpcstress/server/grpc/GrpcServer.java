package io.rpcstress.server.grpc;

import io.grpc.BindableService;
import io.grpc.InsecureServerCredentials;
import io.grpc.ServerCredentials;
import io.grpc.TlsServerCredentials;
import io.grpc.TlsServerCredentials.ClientAuth;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.rpcstress.contract.ListEcho;
import io.rpcstress.contract.TlsSide;
import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.Offer;
import io.rpcstress.server.base.Offer.Part;
import io.rpcstress.server.base.Server;
import io.rpcstress.server.base.ServerOptions;
import io.rpcstress.server.base.ServerProgram;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * gRPC as in its official hello-world example: a server with the library's own settings and
 * services on the generated base classes, messages as large as an operation needs, and replies
 * compressed as requests are. The variant {@code tuned} runs the services on the network threads
 * (directExecutor), which suits a handler that never blocks, and has a flow-control window of its
 * own, which turns off the pings that estimate one.
 */
public final class GrpcServer implements Server {
  /** The longest message, bytes: a list of items whose numbers and names are all longest. */
  private static final int MAX_MESSAGE_BYTES =
      ListEcho.MAX_ELEMENTS * (ListEcho.MAX_NAME_BYTES + 32) + 1024;

  private static final int FLOW_CONTROL_WINDOW = 1024 * 1024;

  private final Offer offer;
  private final Services services;
  private final OpenStreams streams = new OpenStreams();
  private io.grpc.@Nullable Server server;
  private @Nullable OrderFlowService orders;

  private interface Services {
    List<BindableService> of(CallCounter calls, OpenStreams streams);
  }

  private GrpcServer(Offer offer, Services services) {
    this.offer = offer;
    this.services = services;
  }

  static GrpcServer unary() {
    return new GrpcServer(
        new Offer("grpc", 9002, Part.TUNED, Part.ROLES, Part.MESSAGES, Part.TLS),
        (calls, none) ->
            List.of(
                new GreeterService(calls), new StoreService(calls), new ListEchoService(calls)));
  }

  static GrpcServer streams() {
    return new GrpcServer(
        new Offer("grpc-stream", 9008, Part.TUNED, Part.TLS),
        (calls, streams) -> {
          StreamCalls on = new StreamCalls(calls, streams);
          return List.of(on.greet(), on.put(), on.listEcho());
        });
  }

  public static void main(String[] args) {
    ServerProgram.main("grpc", List.of(unary(), streams()), args);
  }

  @Override
  public Offer offer() {
    return offer;
  }

  @Override
  public InetSocketAddress start(ServerOptions options, CallCounter calls) throws IOException {
    Connections connections = new Connections(options.maxConnections());
    calls.connectionsFrom(connections::open);
    NettyServerBuilder builder =
        NettyServerBuilder.forAddress(options.address(), credentials(options.tls()))
            .addTransportFilter(connections)
            .intercept(new CompressedReplies())
            .maxInboundMessageSize(options.messages().maxBytes(MAX_MESSAGE_BYTES));
    List<BindableService> offered = new ArrayList<>(services.of(calls, streams));
    if (offer.has(Part.ROLES)) {
      OrderFlowService flow = new OrderFlowService(options.services(), calls);
      orders = flow;
      offered.add(flow);
    }
    if (offer.has(Part.MESSAGES)) {
      offered.add(new MessageService(options.messages(), calls));
      offered.add(new StreamsService(options.messages(), calls));
    }
    offered.forEach(builder::addService);
    if (options.tuned()) {
      builder.directExecutor().flowControlWindow(FLOW_CONTROL_WINDOW);
    }
    io.grpc.Server started = builder.build().start();
    server = started;
    return (InetSocketAddress) started.getListenSockets().get(0);
  }

  private static ServerCredentials credentials(@Nullable TlsSide tls) throws IOException {
    if (tls == null) {
      return InsecureServerCredentials.create();
    }
    TlsServerCredentials.Builder builder =
        TlsServerCredentials.newBuilder().keyManager(tls.certificate(), tls.key());
    return tls.trusted() == null
        ? builder.build()
        : builder.trustManager(tls.trusted()).clientAuth(ClientAuth.REQUIRE).build();
  }

  @Override
  public boolean drain(Duration atMost) throws InterruptedException {
    io.grpc.Server running = server;
    if (running == null) {
      return true;
    }
    long end = System.nanoTime() + atMost.toNanos();
    running.shutdown();
    streams.finish();
    boolean drained = running.awaitTermination(end - System.nanoTime(), TimeUnit.NANOSECONDS);
    running.shutdownNow();
    if (orders != null) {
      orders.close();
    }
    return drained;
  }
}
