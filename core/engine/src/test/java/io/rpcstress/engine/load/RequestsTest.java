package io.rpcstress.engine.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.contract.Order;
import io.rpcstress.contract.Payload;
import io.rpcstress.contract.PlaceOrder;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RequestsTest {

  @Test
  void noTwoCallsOfAProcessPlaceTheSameOrder() {
    Order order = PlaceOrder.OPERATION.request(Payload.defaultOf(PlaceOrder.OPERATION));
    Set<Long> placed = new HashSet<>();
    for (int thread = 0; thread < 3; thread++) {
      Requests<Order> requests = new Requests<>(PlaceOrder.OPERATION, order, null, null, thread);
      for (int call = 0; call < 20; call++) {
        placed.add(requests.next().id());
      }
    }
    assertThat(placed).hasSize(3 * 20);
  }
}
