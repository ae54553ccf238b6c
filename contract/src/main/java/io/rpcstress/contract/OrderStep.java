package io.rpcstress.contract;

/**
 * What one service asks of another on an order's way, by the names under which the technologies
 * offer it. Those of REST and gRPC are the source's, where it publishes one.
 */
public enum OrderStep {
  /** The whole order: what a client asks. */
  PLACE(ServiceRole.ORDER, "/orders"),
  /** Is there enough of everything? */
  CHECK_STOCK(ServiceRole.PRODUCT, "/stock-checks"),
  /** Write the invoice, and have the order shipped. */
  INVOICE(ServiceRole.CUSTOMER, "/invoices"),
  /** Take the shipping job. */
  SHIP(ServiceRole.SHIPPING, "/shipping-jobs"),
  /** It leaves the stock. */
  DECREMENT_STOCK(ServiceRole.PRODUCT, "/stock-decrements");

  private final ServiceRole role;
  private final String httpPath;

  OrderStep(ServiceRole role, String httpPath) {
    this.role = role;
    this.httpPath = httpPath;
  }

  /** Whose step it is. */
  public ServiceRole role() {
    return role;
  }

  /** HTTP: the path of the resource. */
  public String httpPath() {
    return httpPath;
  }
}
