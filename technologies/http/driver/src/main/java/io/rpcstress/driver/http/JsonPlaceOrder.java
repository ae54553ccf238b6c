package io.rpcstress.driver.http;

import io.rpcstress.contract.Confirmation;
import io.rpcstress.contract.Order;
import io.rpcstress.contract.OrderStep;
import io.rpcstress.contract.PlaceOrderNames;
import io.rpcstress.contract.json.OrderJson;
import org.jspecify.annotations.Nullable;

/** place-order: an order's fields, {@code {"state":"success","order":1}}. */
final class JsonPlaceOrder extends JsonMethod<Order, Confirmation, JsonPlaceOrder.Reply> {

  /** A reply's body. */
  record Reply(@Nullable String state, @Nullable Long order) {}

  JsonPlaceOrder() {
    super(OrderStep.PLACE.httpPath(), OrderJson.Sent.class, Reply.class);
  }

  @Override
  OrderJson.Sent message(Order order) {
    return OrderJson.Sent.of(order);
  }

  @Override
  @Nullable Confirmation answered(Reply answer) {
    Long order = answer.order();
    return order == null
        ? null
        : new Confirmation(order, PlaceOrderNames.HTTP_SUCCESS.equals(answer.state()));
  }
}
