package io.rpcstress.driver.grpc;

import com.google.common.util.concurrent.ListenableFuture;
import io.grpc.Channel;
import io.rpcstress.contract.Order;
import io.rpcstress.contract.Product;
import io.rpcstress.contract.placeorder.proto.Confirmation;
import io.rpcstress.contract.placeorder.proto.OrderFlowGrpc;
import io.rpcstress.contract.placeorder.proto.OrderFlowGrpc.OrderFlowBlockingStub;
import io.rpcstress.contract.placeorder.proto.OrderFlowGrpc.OrderFlowFutureStub;

/** place-order. */
final class PlaceOrderMethod
    implements UnaryMethod<
        Order,
        io.rpcstress.contract.Confirmation,
        OrderFlowBlockingStub,
        OrderFlowFutureStub,
        Confirmation> {

  @Override
  public OrderFlowBlockingStub blocking(Channel channel) {
    return OrderFlowGrpc.newBlockingStub(channel);
  }

  @Override
  public OrderFlowFutureStub futures(Channel channel) {
    return OrderFlowGrpc.newFutureStub(channel);
  }

  @Override
  public Confirmation call(OrderFlowBlockingStub stub, Order order) {
    return stub.submitOrder(message(order));
  }

  @Override
  public ListenableFuture<Confirmation> start(OrderFlowFutureStub stub, Order order) {
    return stub.submitOrder(message(order));
  }

  /** An order of the contract as a message: what a program pays that has types of its own. */
  private static io.rpcstress.contract.placeorder.proto.Order message(Order order) {
    io.rpcstress.contract.placeorder.proto.Order.Builder message =
        io.rpcstress.contract.placeorder.proto.Order.newBuilder()
            .setId(order.id())
            .setLocalStock(order.localStock())
            .setBilling(order.billing())
            .setServices(order.services())
            .setInstant(order.instant());
    for (Product each : order.products()) {
      message.addProducts(
          io.rpcstress.contract.placeorder.proto.Product.newBuilder()
              .setId(each.id())
              .setName(each.name())
              .setQuantity(each.quantity()));
    }
    return message.build();
  }

  @Override
  public io.rpcstress.contract.Confirmation reply(Confirmation message) {
    return new io.rpcstress.contract.Confirmation(message.getOrder(), message.getSuccess());
  }
}
