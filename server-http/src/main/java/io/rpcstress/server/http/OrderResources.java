package io.rpcstress.server.http;

import io.rpcstress.contract.Confirmation;
import io.rpcstress.contract.Order;
import io.rpcstress.contract.OrderStep;
import io.rpcstress.contract.PlaceOrder;
import io.rpcstress.contract.PlaceOrderNames;
import io.rpcstress.contract.Product;
import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.services.OrderFlow;
import io.rpcstress.server.base.services.OrderFlow.Passing;
import io.rpcstress.server.base.services.ServiceSetup;
import io.rpcstress.server.http.Format.LaterService;
import io.rpcstress.server.http.Format.UnreadableBodyException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/**
 * The services of place-order as resources: {@code
 * {"id":1,"localStock":false,"billing":"...","products":[{"id":1,"name":"...","quantity":1}]}} is
 * answered by {@code {"state":"success","order":1}}. The body is passed on as it came. Thread-safe.
 */
final class OrderResources implements AutoCloseable {
  /** Two braces, and three fields of two. */
  private static final int PRODUCT_TOKENS = 2 + 3 * 2;

  private static final JsonMapper MAPPER =
      JsonFormat.mapper(
          PlaceOrderNames.MAX_JSON_BYTES,
          PlaceOrder.MAX_BILLING_CHARS,
          JsonFormat.MAX_TOKENS + PRODUCT_TOKENS * PlaceOrder.MAX_PRODUCTS);

  private static final ObjectReader ORDERS = MAPPER.readerFor(OrderBody.class);
  private static final ObjectWriter CONFIRMATIONS = MAPPER.writerFor(ConfirmationBody.class);

  private static final String EXPECTED =
      "expected {\"id\": 1, \"billing\": \"...\", \"products\":"
          + " [{\"id\": 1, \"name\": \"...\", \"quantity\": 1}]}, with 1 to %d products"
              .formatted(PlaceOrder.MAX_PRODUCTS);

  private static final long POLL_MILLIS = 10;

  private final OrderFlow<Body> flow;

  /** The services that a process was told to be; those that it serves are counted there. */
  OrderResources(ServiceSetup setup, CallCounter calls) {
    flow = new OrderFlow<>(setup, calls::served, new OrderPeers(setup.peers()));
  }

  /** An order's body, whose stock is asked for where it does not say. */
  record OrderBody(
      @Nullable Long id,
      @Nullable Boolean localStock,
      @Nullable String billing,
      @Nullable List<Product> products) {}

  /** A body that confirms. */
  record ConfirmationBody(String state, long order) {}

  /**
   * What is passed on.
   *
   * @param json as it came
   * @param reuse whether the connections to other services are kept
   */
  @SuppressWarnings("ArrayRecordComponent") // passed on, never compared
  record Body(byte[] json, boolean reuse) {}

  /** By the path of the resource. */
  Map<String, Format.Resource> byPath() {
    Map<String, Format.Resource> paths = new HashMap<>();
    for (OrderStep step : OrderStep.values()) {
      paths.put(step.httpPath(), new Step(step));
    }
    return paths;
  }

  /** One step's resource. */
  private final class Step implements LaterService {
    private final OrderStep step;

    Step(OrderStep step) {
      this.step = step;
    }

    @Override
    public int maxBodyBytes() {
      return PlaceOrderNames.MAX_JSON_BYTES;
    }

    @Override
    public CompletionStage<byte[]> begin(byte[] body, boolean reuse)
        throws UnreadableBodyException {
      Order order = PlaceOrder.checked(order(body));
      return flow.take(step, new Passing<>(order.id(), order.localStock(), new Body(body, reuse)))
          .thenApply(OrderResources::written);
    }
  }

  private static Order order(byte[] json) throws UnreadableBodyException {
    OrderBody body = (OrderBody) JsonFormat.read(ORDERS, json, EXPECTED);
    if (body.id() == null || body.billing() == null || body.products() == null) {
      throw new UnreadableBodyException(EXPECTED);
    }
    boolean local = body.localStock() != null && body.localStock();
    return new Order(body.id(), local, body.billing(), body.products());
  }

  private static byte[] written(Confirmation confirmation) {
    return CONFIRMATIONS.writeValueAsBytes(
        new ConfirmationBody(PlaceOrderNames.HTTP_SUCCESS, confirmation.order()));
  }

  /** Takes no more, and waits until no order is under way, as long as it may. */
  void drain(Duration atMost) {
    flow.stop();
    long end = System.nanoTime() + atMost.toNanos();
    try {
      while (flow.underWay() > 0 && System.nanoTime() - end < 0) {
        Thread.sleep(POLL_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends the timers; what is under way is not answered. */
  @Override
  public void close() {
    flow.close();
  }
}
