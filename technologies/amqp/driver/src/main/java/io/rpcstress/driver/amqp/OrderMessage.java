package io.rpcstress.driver.amqp;

import io.rpcstress.contract.Confirmation;
import io.rpcstress.contract.Order;
import io.rpcstress.contract.json.OrderJson;

/** place-order: an order as JSON, answered by its confirmation. */
final class OrderMessage implements MessageFormat<Order, Confirmation> {

  @Override
  public byte[] body(Order order) {
    return OrderJson.written(order);
  }

  @Override
  public Confirmation reply(byte[] body) {
    return OrderJson.confirmation(body)
        .orElseThrow(() -> new IllegalArgumentException("the message confirms nothing"));
  }
}
