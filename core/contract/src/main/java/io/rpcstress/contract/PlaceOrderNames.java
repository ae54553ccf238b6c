package io.rpcstress.contract;

/**
 * By what names RPCX reaches the steps of an order, and how long an order is as text. {@link
 * OrderStep} has the names of HTTP.
 */
public final class PlaceOrderNames {
  /** RPCX: the published name of the service, as little telling as {@link GreetNames}'. */
  public static final String RPCX_SERVICE = "s4";

  /** RPCX: the published name of {@link OrderStep#PLACE}. */
  public static final String RPCX_PLACE = "m1";

  /** RPCX: the published name of {@link OrderStep#CHECK_STOCK}. */
  public static final String RPCX_CHECK_STOCK = "m2";

  /** RPCX: the published name of {@link OrderStep#INVOICE}. */
  public static final String RPCX_INVOICE = "m3";

  /** RPCX: the published name of {@link OrderStep#SHIP}. */
  public static final String RPCX_SHIP = "m4";

  /** RPCX: the published name of {@link OrderStep#DECREMENT_STOCK}. */
  public static final String RPCX_DECREMENT_STOCK = "m5";

  /** HTTP: the text of a confirmation where the step is done. */
  public static final String HTTP_SUCCESS = "success";

  /** A product's fields as JSON, and a name of which each character is a Unicode escape. */
  private static final int MAX_JSON_PRODUCT_BYTES = 6 * PlaceOrder.MAX_NAME_CHARS + 128;

  /**
   * HTTP: the longest body of JSON that a service takes, bytes: what the largest order needs in its
   * longest spelling.
   */
  public static final int MAX_JSON_BYTES =
      PlaceOrder.MAX_PRODUCTS * MAX_JSON_PRODUCT_BYTES + 6 * PlaceOrder.MAX_BILLING_CHARS + 1024;

  private PlaceOrderNames() {}
}
