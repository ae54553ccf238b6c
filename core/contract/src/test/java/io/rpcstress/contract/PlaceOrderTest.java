package io.rpcstress.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlaceOrderTest {
  private static final Operation<Order, Confirmation> PLACE = PlaceOrder.OPERATION;

  @Test
  void anOrderHasOneProductAndRequestsItsStockByDefault() {
    Order order = PLACE.request(Payload.defaultOf(PLACE));
    assertThat(order.products()).hasSize(1);
    assertThat(order.localStock()).isFalse();
    assertThat(PLACE.payload(order)).hasToString("products=1,stock=remote");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "products=0             | products=0: 1 to 250 products expected",
        "products=251           | products=251: 1 to 250 products expected",
        "stock=near             | stock=near: remote or local expected",
        "stock=1                | stock=1: remote or local expected",
        "stock=local,stock=local | sets stock twice"
      })
  void whatServicesRefuseIsRefusedInOneLine(String payload, String expected) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PLACE.request(payload))
        .withMessageContaining(expected);
  }

  @Test
  void eachCallPlacesAnOrderOfItsOwnWithTheSameProducts() {
    Order all = PLACE.request("products=100,stock=local");
    Order one = PLACE.numbered(all, 41);
    Order other = PLACE.numbered(all, 42);
    assertThat(one.id()).isEqualTo(41);
    assertThat(one.products()).isSameAs(all.products()).hasSize(100);
    assertThat(PLACE.payload(one)).isEqualTo(PLACE.payload(all));
    assertThat(PLACE.isAnswer(one, Confirmation.of(41))).isTrue();
    assertThat(PLACE.isAnswer(other, Confirmation.of(41))).as("another order's").isFalse();
    assertThat(PLACE.describeWrong(other, Confirmation.of(41)))
        .isEqualTo("order 42 was placed, the confirmation is of order 41");
    assertThat(PLACE.isAnswer(one, new Confirmation(41, false))).isFalse();
  }

  @Test
  void whoWaitsForTheStockItselfDoesNotAskForIt() {
    assertThat(PLACE.services(PLACE.request("stock=remote")))
        .isEqualTo(Map.of("product", 2, "customer", 1, "shipping", 1));
    assertThat(PLACE.services(PLACE.request("stock=local")))
        .isEqualTo(Map.of("product", 0, "customer", 1, "shipping", 1));
  }

  @ParameterizedTest
  @CsvSource({"2, 1", "1, 0"})
  void fewerServicesShareTheStepsAndWhatWasMeasuredBeforeKeepsItsName(int services, int invoices) {
    Order order = PLACE.request("services=" + services + ",steps=instant");
    assertThat(PLACE.services(order))
        .isEqualTo(Map.of("product", 0, "customer", invoices, "shipping", 0));
    assertThat(order.way().instant()).isTrue();
    assertThat(PLACE.payload(PLACE.numbered(order, 7)))
        .hasToString("products=1,stock=remote,services=" + services + ",steps=instant");
    assertThat(PLACE.payload(PLACE.request("services=4,steps=waiting,products=1")))
        .hasToString("products=1,stock=remote");
    refused(new Order(1, false, "Ada", order.products(), 3, false), "over 3 services");
  }

  @Test
  void everyRoleThatAnotherCallsHasAPortOfItsOwn() {
    assertThat(ServiceRole.values())
        .extracting(role -> role.port(9002))
        .containsExactly(9002, 9202, 9402, 9602);
    assertThat(ServiceRole.find("warehouse")).isEmpty();
  }

  @Test
  void aServicesRuleTakesTheLargestOrderAndRefusesWhatIsBeyondIt() {
    Order largest = PLACE.request("products=250");
    assertThat(PlaceOrder.checked(largest)).isSameAs(largest);
    List<Product> more = new ArrayList<>(largest.products());
    more.add(largest.products().get(0));
    refused(new Order(1, false, "Ada", more), "251 products");
    refused(new Order(1, false, "Ada", List.of()), "0 products");
    refused(new Order(1, false, "x".repeat(257), largest.products()), "257 characters");
    refused(
        new Order(1, false, "Ada", List.of(new Product(1, "x".repeat(65), 1))), "65 characters");
    refused(new Order(1, false, "Ada", Collections.singletonList(null)), "no product");
  }

  private static void refused(Order order, String expected) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PlaceOrder.checked(order))
        .withMessageContaining(expected);
  }
}
