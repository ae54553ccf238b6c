package io.rpcstress.server.grpc;

import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import io.rpcstress.contract.OrderCourse;
import io.rpcstress.contract.OrderStep;
import io.rpcstress.contract.PlaceOrder;
import io.rpcstress.contract.placeorder.proto.Confirmation;
import io.rpcstress.contract.placeorder.proto.Order;
import io.rpcstress.contract.placeorder.proto.OrderFlowGrpc;
import io.rpcstress.contract.placeorder.proto.Product;
import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.services.OrderFailure;
import io.rpcstress.server.base.services.OrderFlow;
import io.rpcstress.server.base.services.OrderFlow.Passing;
import io.rpcstress.server.base.services.ServiceSetup;
import org.jspecify.annotations.Nullable;

/**
 * The services of place-order. A call that has come gives its thread back; its reply is sent by
 * whichever thread ends its last step. A method of a service that this process is not refuses.
 */
final class OrderFlowService extends OrderFlowGrpc.OrderFlowImplBase implements AutoCloseable {
  private final CallCounter calls;
  private final OrderPeers peers;
  private final OrderFlow<Order> flow;

  OrderFlowService(ServiceSetup setup, CallCounter calls) {
    this.calls = calls;
    this.peers = new OrderPeers(setup.peers());
    this.flow = new OrderFlow<>(setup, calls::served, peers);
  }

  @Override
  public void submitOrder(Order order, StreamObserver<Confirmation> reply) {
    take(OrderStep.PLACE, order, reply);
  }

  @Override
  public void checkStock(Order order, StreamObserver<Confirmation> reply) {
    take(OrderStep.CHECK_STOCK, order, reply);
  }

  @Override
  public void decrementStock(Order order, StreamObserver<Confirmation> reply) {
    take(OrderStep.DECREMENT_STOCK, order, reply);
  }

  @Override
  public void createAndProcessBilling(Order order, StreamObserver<Confirmation> reply) {
    take(OrderStep.INVOICE, order, reply);
  }

  @Override
  public void createShippingJob(Order order, StreamObserver<Confirmation> reply) {
    take(OrderStep.SHIP, order, reply);
  }

  private void take(OrderStep step, Order order, StreamObserver<Confirmation> reply) {
    OrderCourse way;
    try {
      check(order);
      way = new OrderCourse(order.getLocalStock(), order.getServices(), order.getInstant());
    } catch (IllegalArgumentException tooMuch) {
      calls.failed();
      reply.onError(UnaryAnswer.refusal(tooMuch));
      return;
    }
    var unused =
        flow.take(step, new Passing<>(order.getId(), way, order))
            .whenComplete((done, problem) -> answer(order, problem, reply));
  }

  private void answer(
      Order order, @Nullable Throwable problem, StreamObserver<Confirmation> reply) {
    if (problem != null) {
      calls.failed();
      reply.onError(status(OrderFailure.of(problem)).asRuntimeException());
      return;
    }
    reply.onNext(Confirmation.newBuilder().setOrder(order.getId()).setSuccess(true).build());
    reply.onCompleted();
  }

  private static Status status(OrderFailure failure) {
    Status status =
        switch (failure.kind()) {
          case REFUSED -> Status.INVALID_ARGUMENT;
          case OVERLOADED -> Status.RESOURCE_EXHAUSTED;
          case PEER_FAILED -> Status.ABORTED;
        };
    return status.withDescription(failure.getMessage());
  }

  private static void check(Order order) {
    PlaceOrder.checkProducts(order.getProductsCount());
    PlaceOrder.checkBilling(order.getBilling());
    for (Product product : order.getProductsList()) {
      PlaceOrder.checkName(product.getName());
      PlaceOrder.checkQuantity(product.getQuantity());
    }
  }

  /** Ends the connections to other services; what is under way is not answered. */
  @Override
  public void close() {
    flow.close();
    peers.close();
  }
}
