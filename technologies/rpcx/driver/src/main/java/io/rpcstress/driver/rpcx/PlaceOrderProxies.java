package io.rpcstress.driver.rpcx;

import io.rpcstress.contract.Confirmation;
import io.rpcstress.contract.Order;
import io.rpcstress.contract.PlaceOrderNames;
import io.rpcstress.rpcx.Method;
import io.rpcstress.rpcx.RPCX;
import io.rpcstress.rpcx.RPCXClient;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** place-order. */
final class PlaceOrderProxies implements Proxies<Order, Confirmation> {

  /** The order service as RPCX publishes it. */
  @RPCXClient(remoteServerName = PlaceOrderNames.RPCX_SERVICE, remoteServerDomain = "9001")
  interface Remote {

    @Method(PlaceOrderNames.RPCX_PLACE)
    Confirmation place(Order order);
  }

  /** The same service for callers that do not wait. */
  @RPCXClient(remoteServerName = PlaceOrderNames.RPCX_SERVICE, remoteServerDomain = "9001")
  interface Started {

    @Method(PlaceOrderNames.RPCX_PLACE)
    CompletableFuture<Confirmation> place(Order order);
  }

  @Override
  public Function<Order, Confirmation> waiting(RPCX rpcx) {
    return rpcx.client(Remote.class)::place;
  }

  @Override
  public Function<Order, CompletableFuture<Confirmation>> starting(RPCX rpcx) {
    return rpcx.client(Started.class)::place;
  }
}
