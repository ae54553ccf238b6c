package io.rpcstress.contract;

import java.util.List;
import java.util.Objects;

/**
 * An order, as a client places it and as the services pass it on. Immutable: its list is not
 * copied, for a call is to cost nothing here.
 *
 * @param id no other open order's
 * @param localStock whether the order service waits for the stock itself instead of asking the
 *     product service
 * @param billing whom the invoice is for, of {@value PlaceOrder#MAX_BILLING_CHARS} characters at
 *     most, which servers check
 * @param products what is ordered, 1 to {@value PlaceOrder#MAX_PRODUCTS}, which servers check
 * @param services as in {@link OrderCourse}, which servers check
 * @param instant as in {@link OrderCourse}
 */
public record Order(
    long id,
    boolean localStock,
    String billing,
    List<Product> products,
    int services,
    boolean instant) {

  /** Refuses an order that lacks a part, whatever it was read from. */
  public Order {
    Objects.requireNonNull(billing, "an order says whom the invoice is for");
    Objects.requireNonNull(products, "an order has products");
  }

  /** An order over all services, whose steps wait. */
  public Order(long id, boolean localStock, String billing, List<Product> products) {
    this(id, localStock, billing, products, OrderCourse.ALL, false);
  }

  public Order withId(long other) {
    return new Order(other, localStock, billing, products, services, instant);
  }

  /** How it goes through the services. */
  public OrderCourse way() {
    return new OrderCourse(localStock, services, instant);
  }
}
