package io.rpcstress.contract;

/**
 * What one service asks of another on an order's way, by the names under which the technologies
 * offer it. Those of REST, gRPC and AMQP are the source's, where it publishes one.
 */
public enum OrderStep {
  /** The whole order: what a client asks. */
  PLACE(ServiceRole.ORDER, "/orders", "orders"),
  /** Is there enough of everything? */
  CHECK_STOCK(ServiceRole.PRODUCT, "/stock-checks", "stock-checks"),
  /** Write the invoice, and have the order shipped. */
  INVOICE(ServiceRole.CUSTOMER, "/invoices", "billing"),
  /** Take the shipping job. */
  SHIP(ServiceRole.SHIPPING, "/shipping-jobs", "shipping"),
  /** It leaves the stock. */
  DECREMENT_STOCK(ServiceRole.PRODUCT, "/stock-decrements", "stock-decrements");

  private final ServiceRole role;
  private final String httpPath;
  private final String exchange;

  OrderStep(ServiceRole role, String httpPath, String exchange) {
    this.role = role;
    this.httpPath = httpPath;
    this.exchange = exchange;
  }

  public ServiceRole role() {
    return role;
  }

  public String httpPath() {
    return httpPath;
  }

  /** AMQP: the exchange where orders for this step are published; its queue has the same name. */
  public String exchange() {
    return exchange;
  }
}
