package io.rpcstress.contract;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The place-order operation: an order, answered by its confirmation when four steps are done, as in
 * Bastin's <i>Performance comparison: REST vs gRPC vs asynchronous communication</i> (2022). The
 * order service has the stock checked, the invoice written, the order shipped, and the stock
 * decremented; each step waits instead of doing business, and each service passes on the order as
 * it came. How many products a large order has is not published: that is ours to choose.
 */
public final class PlaceOrder {

  /** The most products of an order. Every service refuses more. */
  public static final int MAX_PRODUCTS = 250;

  /** The longest name of a product, characters. Every service refuses longer ones. */
  public static final int MAX_NAME_CHARS = 64;

  /** The longest billing information, characters. Every service refuses longer ones. */
  public static final int MAX_BILLING_CHARS = 256;

  /** How many steps of an order wait instead of doing business. */
  public static final int STEPS = 4;

  /** How long each of them waits by default, as in the source. */
  public static final Duration STEP_TIME = Duration.ofMillis(100);

  public static final Operation<Order, Confirmation> OPERATION = new Placing();

  /** RPCX: the published name of the service, as little telling as {@link Greeting}'s. */
  public static final String RPCX_SERVICE = "s4";

  // RPCX: the published name of each OrderStep, which has the names of HTTP.
  public static final String RPCX_PLACE = "m1";
  public static final String RPCX_CHECK_STOCK = "m2";
  public static final String RPCX_INVOICE = "m3";
  public static final String RPCX_SHIP = "m4";
  public static final String RPCX_DECREMENT_STOCK = "m5";

  /** HTTP: the text of a confirmation where the step is done. */
  public static final String HTTP_SUCCESS = "success";

  /** A product's fields as JSON, and a name of which each character is a Unicode escape. */
  private static final int MAX_JSON_PRODUCT_BYTES = 6 * MAX_NAME_CHARS + 128;

  /** HTTP: the longest body of JSON that a service takes, bytes. */
  public static final int MAX_JSON_BYTES =
      MAX_PRODUCTS * MAX_JSON_PRODUCT_BYTES + 6 * MAX_BILLING_CHARS + 1024;

  private static final String PRODUCTS = "products";
  private static final String STOCK = "stock";
  private static final String SERVICES = "services";
  private static final String STEPS_OF = "steps";

  /** The product service is called, as in the text of the source. */
  private static final String REMOTE = "remote";

  /** The order service waits itself, as the published code does. */
  private static final String LOCAL = "local";

  private PlaceOrder() {}

  /** What every service checks of an order. */
  public static Order checked(Order order) {
    checkProducts(order.products().size());
    checkBilling(order.billing());
    OrderCourse unused = order.way();
    for (Product product : order.products()) {
      if (product == null) { // some decoders make one of nothing
        throw new IllegalArgumentException("an order with an entry that is no product");
      }
      checkName(product.name());
      checkQuantity(product.quantity());
    }
    return order;
  }

  /** What every service checks of the number of products, before it keeps anything where it can. */
  public static void checkProducts(int products) {
    if (products < 1 || products > MAX_PRODUCTS) {
      throw new IllegalArgumentException(
          "an order of " + products + " products: 1 to " + MAX_PRODUCTS + " expected");
    }
  }

  /** What every service checks of a product's name. */
  public static void checkName(String name) {
    if (name.length() > MAX_NAME_CHARS) {
      throw new IllegalArgumentException(
          "a product's name of " + name.length() + " characters: at most " + MAX_NAME_CHARS);
    }
  }

  /** What every service checks of how many of a product are ordered. */
  public static void checkQuantity(int quantity) {
    if (quantity < 0) {
      throw new IllegalArgumentException("a quantity of " + quantity + ": 0 or more expected");
    }
  }

  /** What every service checks of the billing information. */
  public static void checkBilling(String billing) {
    if (billing.length() > MAX_BILLING_CHARS) {
      throw new IllegalArgumentException(
          "billing information of %d characters: at most %d"
              .formatted(billing.length(), MAX_BILLING_CHARS));
    }
  }

  private static final class Placing extends NamedOperation<Order, Confirmation> {
    /** By the number of the word. */
    private static final List<Integer> SERVICE_COUNTS = List.of(OrderCourse.ALL, 2, 1);

    /** The stock is checked, and decremented. */
    private static final int STOCK_CALLS = 2;

    private static final String BILLING = "Ada Lovelace, 12 St James's Square, London";

    /** The id and the flag. */
    private static final int FIXED_BYTES = Long.BYTES + 1;

    /** The id and the quantity. */
    private static final int PRODUCT_BYTES = Long.BYTES + Integer.BYTES;

    /** Quantities repeat after so many products. */
    private static final int QUANTITIES = 10;

    Placing() {
      super(
          "place-order",
          "an order, answered by its confirmation after four steps of one to four services",
          new PayloadDimension(PRODUCTS, "products", 1, MAX_PRODUCTS, 1),
          PayloadDimension.ofWords(STOCK, List.of(REMOTE, LOCAL)),
          PayloadDimension.ofWords(SERVICES, List.of("4", "2", "1")).leftOutAtDefault(),
          PayloadDimension.ofWords(STEPS_OF, List.of("waiting", "instant")).leftOutAtDefault());
    }

    /** Products of one size each, always the same ones. */
    @Override
    public Order request(Payload payload) {
      int count = payload.get(PRODUCTS);
      List<Product> products = new ArrayList<>(count);
      for (int i = 1; i <= count; i++) {
        products.add(new Product(i, "product-%05d".formatted(i), 1 + i % QUANTITIES));
      }
      return new Order(
          1,
          payload.get(STOCK) == 1,
          BILLING,
          Collections.unmodifiableList(products),
          SERVICE_COUNTS.get(payload.get(SERVICES)),
          payload.get(STEPS_OF) == 1);
    }

    /** The products are shared; only what holds them is new. */
    @Override
    public Order numbered(Order request, long number) {
      return request.withId(number);
    }

    @Override
    public Payload payload(Order request) {
      return Payload.defaultOf(this)
          .with(PRODUCTS, request.products().size())
          .with(STOCK, request.localStock() ? 1 : 0)
          .with(SERVICES, SERVICE_COUNTS.indexOf(request.services()))
          .with(STEPS_OF, request.instant() ? 1 : 0);
    }

    /** Texts are of ASCII, as {@link #request(Payload)} makes them. */
    @Override
    public long bytes(Order request) {
      long bytes = (long) FIXED_BYTES + request.billing().length();
      for (Product product : request.products()) {
        bytes += PRODUCT_BYTES + product.name().length();
      }
      return bytes;
    }

    @Override
    public Confirmation answer(Order request) {
      return Confirmation.of(request.id());
    }

    @Override
    public boolean isAnswer(Order request, Confirmation reply) {
      return reply.success() && reply.order() == request.id();
    }

    @Override
    public String describeWrong(Order request, Confirmation reply) {
      return reply.order() == request.id()
          ? "order %d was answered, and not confirmed".formatted(request.id())
          : "order %d was placed, the confirmation is of order %d"
              .formatted(request.id(), reply.order());
    }

    /** That of another order. */
    @Override
    public Confirmation falsified(Confirmation right) {
      return new Confirmation(right.order() + 1, right.success());
    }

    /** One that does another's part does not ask for it; of that one no calls are expected. */
    @Override
    public Map<String, Integer> services(Order request) {
      OrderCourse way = request.way();
      boolean invoices = !way.isLocal(ServiceRole.CUSTOMER);
      Map<String, Integer> calls = new TreeMap<>();
      calls.put(ServiceRole.PRODUCT.label(), way.isLocal(ServiceRole.PRODUCT) ? 0 : STOCK_CALLS);
      calls.put(ServiceRole.CUSTOMER.label(), invoices ? 1 : 0);
      calls.put(
          ServiceRole.SHIPPING.label(), invoices && !way.isLocal(ServiceRole.SHIPPING) ? 1 : 0);
      return Collections.unmodifiableMap(calls);
    }
  }
}
