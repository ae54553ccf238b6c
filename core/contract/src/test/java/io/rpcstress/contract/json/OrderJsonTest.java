package io.rpcstress.contract.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.rpcstress.contract.Confirmation;
import io.rpcstress.contract.Order;
import io.rpcstress.contract.PlaceOrder;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which orders are read; what is passed on as it came must not be read in two ways. */
class OrderJsonTest {

  private static Optional<Order> read(String json) {
    return OrderJson.order(json.getBytes(UTF_8));
  }

  private static String order(String more, String product) {
    return "{\"id\":7,\"billing\":\"Ada\",\"products\":[{" + product + "}]" + more + "}";
  }

  @Test
  void whatIsWrittenIsRead() {
    Order largest = PlaceOrder.OPERATION.request("products=250");
    assertThat(OrderJson.order(OrderJson.written(largest))).contains(largest);
    assertThat(read(order("", "\"id\":1,\"name\":\"a\",\"quantity\":1"))).isPresent();
    assertThat(OrderJson.confirmation(OrderJson.confirmed(7))).contains(Confirmation.of(7));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ",\"id\":8",
        ",\"id\":7",
        ",\"billing\":\"Bob\"",
        ",\"products\":[]",
        ",\"services\":1,\"services\":4"
      })
  void anOrderThatRepeatsAFieldIsNone(String more) {
    assertThat(read(order(more, "\"id\":1,\"name\":\"a\",\"quantity\":1"))).isEmpty();
  }

  @Test
  void neitherIsAProductNorAConfirmation() {
    assertThat(read(order("", "\"id\":1,\"name\":\"a\",\"quantity\":1,\"quantity\":2"))).isEmpty();
    assertThat(
            OrderJson.confirmation(
                "{\"state\":\"failed\",\"order\":7,\"state\":\"success\"}".getBytes(UTF_8)))
        .isEmpty();
  }

  @Test
  void aNegativeQuantityIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> read(order("", "\"id\":1,\"name\":\"a\",\"quantity\":-1")))
        .withMessageContaining("a quantity of -1: 0 or more expected");
  }
}
