package io.rpcstress.server.rpcx;

import io.rpcstress.contract.Confirmation;
import io.rpcstress.contract.Order;
import io.rpcstress.contract.OrderStep;
import io.rpcstress.contract.PlaceOrder;
import io.rpcstress.contract.ServiceRole;
import io.rpcstress.rpcx.Method;
import io.rpcstress.rpcx.RPCX;
import io.rpcstress.rpcx.RPCXClient;
import io.rpcstress.server.base.services.OrderFlow;
import io.rpcstress.server.base.services.PeerAddress;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The other services, each behind a proxy on one connection, which is made by the first call and
 * made again when it is lost. Thread-safe.
 */
final class OrderPeers implements OrderFlow.Peers<Order>, AutoCloseable {

  @RPCXClient(remoteServerName = PlaceOrder.RPCX_SERVICE, remoteServerDomain = "9001")
  interface Remote {

    @Method(PlaceOrder.RPCX_CHECK_STOCK)
    CompletableFuture<Confirmation> checkStock(Order order);

    @Method(PlaceOrder.RPCX_INVOICE)
    CompletableFuture<Confirmation> invoice(Order order);

    @Method(PlaceOrder.RPCX_SHIP)
    CompletableFuture<Confirmation> ship(Order order);

    @Method(PlaceOrder.RPCX_DECREMENT_STOCK)
    CompletableFuture<Confirmation> decrementStock(Order order);
  }

  private final Map<ServiceRole, RPCX> clients = new EnumMap<>(ServiceRole.class);
  private final Map<ServiceRole, Remote> proxies = new EnumMap<>(ServiceRole.class);

  OrderPeers(Map<ServiceRole, PeerAddress> peers) {
    peers.forEach(
        (role, peer) -> {
          RPCX rpcx =
              RPCX.builder()
                  .address(peer.host())
                  .port(peer.port())
                  .connections(1)
                  .deadline(OrderFlow.INNER_DEADLINE)
                  .attempts(1) // an order must not be doubled
                  .build();
          clients.put(role, rpcx);
          proxies.put(role, rpcx.client(Remote.class));
        });
  }

  @Override
  public CompletionStage<Confirmation> call(OrderStep step, Order order) {
    Remote service = proxies.get(step.role());
    if (service == null) {
      throw new IllegalStateException("no " + step.role().label() + " service is known");
    }
    return switch (step) {
      case CHECK_STOCK -> service.checkStock(order);
      case INVOICE -> service.invoice(order);
      case SHIP -> service.ship(order);
      case DECREMENT_STOCK -> service.decrementStock(order);
      case PLACE -> throw new IllegalStateException("no service places another's order");
    };
  }

  @Override
  public void close() {
    clients.values().forEach(RPCX::close);
  }
}
