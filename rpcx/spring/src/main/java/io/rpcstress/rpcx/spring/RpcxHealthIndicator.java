package io.rpcstress.rpcx.spring;

import io.rpcstress.rpcx.ServiceCentre;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/**
 * The actuator's {@code rpcx}: UP while the service centre serves, OUT_OF_SERVICE while it drains,
 * DOWN while a handler holds one of its event loops. An application that publishes nothing is UP.
 * Servers that the application calls are not checked: one of them that is away must not take this
 * application out of service, too.
 */
final class RpcxHealthIndicator extends AbstractHealthIndicator {
  private final RpcxServer server;
  private final RpcxClients clients;

  RpcxHealthIndicator(RpcxServer server, RpcxClients clients) {
    super("RPCX cannot report its health");
    this.server = server;
    this.clients = clients;
  }

  @Override
  protected void doHealthCheck(Health.Builder builder) {
    var unused = builder.up().withDetail("callsInFlight", clients.inFlight());
    ServiceCentre centre = server.centre();
    if (centre == null) {
      return;
    }
    String health = centre.health();
    unused =
        switch (health) {
          case "SERVING" -> builder.up();
          case "DRAINING" -> builder.outOfService();
          default -> builder.down();
        };
    unused =
        builder
            .withDetail("server", health)
            .withDetail("port", centre.port())
            .withDetail("connections", centre.connections());
  }
}
