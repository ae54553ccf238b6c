package io.rpcstress.driver.http;

import io.rpcstress.contract.Confirmation;
import io.rpcstress.contract.Order;
import io.rpcstress.contract.OrderStep;
import io.rpcstress.contract.PlaceOrderNames;
import org.jspecify.annotations.Nullable;

/** place-order: an order's fields, {@code {"state":"success","order":1}}. */
final class JsonPlaceOrder extends JsonMethod<Order, Confirmation, JsonPlaceOrder.Reply> {

  /** A reply's body. */
  record Reply(@Nullable String state, @Nullable Long order) {}

  JsonPlaceOrder() {
    super(OrderStep.PLACE.httpPath(), Order.class, Reply.class);
  }

  @Override
  Order message(Order order) {
    return order;
  }

  @Override
  @Nullable Confirmation answered(Reply answer) {
    Long order = answer.order();
    return order == null
        ? null
        : new Confirmation(order, PlaceOrderNames.HTTP_SUCCESS.equals(answer.state()));
  }
}
