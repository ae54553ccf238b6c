package io.rpcstress.server.rpcx;

import io.rpcstress.contract.TlsSide;
import io.rpcstress.rpcx.Limits;
import io.rpcstress.rpcx.ServiceCentre;
import io.rpcstress.rpcx.Tls;
import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.Offer;
import io.rpcstress.server.base.Offer.Part;
import io.rpcstress.server.base.Server;
import io.rpcstress.server.base.ServerOptions;
import io.rpcstress.server.base.ServerProgram;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * RPCX as in its own documentation: a service centre that publishes one service for each operation,
 * with the library's defaults, but for the objects of a request, of which no operation needs as
 * many as the default allows. There is nothing left to tune: the variant {@code tuned} is the same
 * as {@code example}. It compresses connections for clients that offer it.
 */
public final class RpcxServer implements Server {
  private static final int MAX_COMPRESSED_CONNECTIONS = 64;

  private @Nullable ServiceCentre centre;
  private @Nullable OrderServices orders;

  public static void main(String[] args) {
    ServerProgram.main(new RpcxServer(), args);
  }

  @Override
  public Offer offer() {
    return new Offer("rpcx", 9001, Part.ROLES, Part.MESSAGES, Part.TLS);
  }

  @Override
  public InetSocketAddress start(ServerOptions options, CallCounter calls) {
    OrderServices services = new OrderServices(options.services(), calls);
    orders = services;
    ServiceCentre.Builder builder =
        ServiceCentre.builder()
            .address(options.address().getAddress().getHostAddress())
            .port(options.address().getPort())
            .limits(
                Limits.builder()
                    .maxConnections(options.maxConnections())
                    .maxObjects(ListEchoService.MAX_OBJECTS)
                    .build())
            .maxCompressedConnections(MAX_COMPRESSED_CONNECTIONS)
            .publish(new GreeterService(calls))
            .publish(new StoreService(calls))
            .publish(new ListEchoService(calls))
            .publish(services)
            .publish(new MessageService(options.messages(), calls))
            .publish(new OneWayService(calls));
    TlsSide tls = options.tls();
    if (tls != null) {
      builder.tls(new Tls(tls.certificate(), tls.key(), tls.trusted()));
    }
    ServiceCentre started = builder.start();
    centre = started;
    calls.connectionsFrom(started::connections);
    return new InetSocketAddress(options.address().getAddress(), started.port());
  }

  @Override
  public boolean drain(Duration atMost) {
    boolean drained = centre == null || centre.stop(atMost);
    if (orders != null) {
      orders.close();
    }
    return drained;
  }
}
