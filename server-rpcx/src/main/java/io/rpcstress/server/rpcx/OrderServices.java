package io.rpcstress.server.rpcx;

import io.rpcstress.contract.Confirmation;
import io.rpcstress.contract.Order;
import io.rpcstress.contract.OrderStep;
import io.rpcstress.contract.PlaceOrder;
import io.rpcstress.rpcx.Method;
import io.rpcstress.rpcx.RPCXException;
import io.rpcstress.rpcx.RPCXServer;
import io.rpcstress.rpcx.StatusCode;
import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.services.OrderFailure;
import io.rpcstress.server.base.services.OrderFlow;
import io.rpcstress.server.base.services.OrderFlow.Passing;
import io.rpcstress.server.base.services.ServiceSetup;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The services of place-order, under their published names. Each method returns a future, so that
 * no thread waits for an order; one of a service that this process is not refuses.
 */
@RPCXServer(PlaceOrder.RPCX_SERVICE)
public final class OrderServices implements AutoCloseable {
  private final CallCounter calls;
  private final OrderPeers peers;
  private final OrderFlow<Order> flow;

  OrderServices(ServiceSetup setup, CallCounter calls) {
    this.calls = calls;
    this.peers = new OrderPeers(setup.peers());
    this.flow = new OrderFlow<>(setup, calls::served, peers);
  }

  /** The order service: what a client calls. */
  @Method(PlaceOrder.RPCX_PLACE)
  public CompletableFuture<Confirmation> place(@Nullable Order order) {
    return take(OrderStep.PLACE, order);
  }

  /** The product service: is there enough of everything? */
  @Method(PlaceOrder.RPCX_CHECK_STOCK)
  public CompletableFuture<Confirmation> checkStock(@Nullable Order order) {
    return take(OrderStep.CHECK_STOCK, order);
  }

  /** The customer service: writes the invoice, and has the order shipped. */
  @Method(PlaceOrder.RPCX_INVOICE)
  public CompletableFuture<Confirmation> invoice(@Nullable Order order) {
    return take(OrderStep.INVOICE, order);
  }

  @Method(PlaceOrder.RPCX_SHIP)
  public CompletableFuture<Confirmation> ship(@Nullable Order order) {
    return take(OrderStep.SHIP, order);
  }

  /** The product service: it leaves the stock. */
  @Method(PlaceOrder.RPCX_DECREMENT_STOCK)
  public CompletableFuture<Confirmation> decrementStock(@Nullable Order order) {
    return take(OrderStep.DECREMENT_STOCK, order);
  }

  private CompletableFuture<Confirmation> take(OrderStep step, @Nullable Order given) {
    Order order;
    try {
      order = PlaceOrder.checked(Given.present(given, "order"));
    } catch (IllegalArgumentException tooMuch) {
      calls.failed();
      throw Given.refusal(tooMuch);
    }
    return flow.take(step, new Passing<>(order.id(), order.way(), order))
        .exceptionally(
            problem -> {
              calls.failed();
              throw answered(OrderFailure.of(problem));
            });
  }

  private static RPCXException answered(OrderFailure failure) {
    StatusCode status =
        switch (failure.kind()) {
          case REFUSED -> StatusCode.INVALID_ARGUMENT;
          case OVERLOADED -> StatusCode.OVERLOADED;
          case PEER_FAILED -> StatusCode.ABORTED;
        };
    return RPCXException.withoutTrace(status, String.valueOf(failure.getMessage()));
  }

  /** Ends the connections to other services; what is under way is not answered. */
  @Override
  public void close() {
    flow.close();
    peers.close();
  }
}
