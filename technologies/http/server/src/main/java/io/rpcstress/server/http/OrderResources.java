package io.rpcstress.server.http;

import io.rpcstress.contract.Order;
import io.rpcstress.contract.OrderStep;
import io.rpcstress.contract.PlaceOrder;
import io.rpcstress.contract.json.OrderJson;
import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.services.OrderFlow;
import io.rpcstress.server.base.services.OrderFlow.Passing;
import io.rpcstress.server.base.services.ServiceSetup;
import io.rpcstress.server.http.Format.LaterService;
import io.rpcstress.server.http.Format.UnreadableBodyException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/**
 * The services of place-order as resources: an order as {@link OrderJson} has it is answered by its
 * confirmation. The body is passed on as it came. Thread-safe.
 */
final class OrderResources implements AutoCloseable {
  private final OrderFlow<Body> flow;

  OrderResources(ServiceSetup setup, CallCounter calls) {
    flow = new OrderFlow<>(setup, calls::served, new OrderPeers(setup.peers()));
  }

  /** What is passed on, and whether the connections to other services are kept. */
  @SuppressWarnings("ArrayRecordComponent") // passed on, never compared
  record Body(byte[] json, boolean reuse) {}

  Map<String, Format.Resource> byPath() {
    Map<String, Format.Resource> paths = new HashMap<>();
    for (OrderStep step : OrderStep.values()) {
      paths.put(step.httpPath(), new Step(step));
    }
    return paths;
  }

  private final class Step implements LaterService {
    private final OrderStep step;

    Step(OrderStep step) {
      this.step = step;
    }

    @Override
    public int maxBodyBytes() {
      return PlaceOrder.MAX_JSON_BYTES;
    }

    @Override
    public CompletionStage<byte[]> begin(byte[] body, boolean reuse)
        throws UnreadableBodyException {
      Order order =
          OrderJson.order(body).orElseThrow(() -> new UnreadableBodyException(OrderJson.EXPECTED));
      return flow.take(step, new Passing<>(order.id(), order.way(), new Body(body, reuse)))
          .thenApply(confirmation -> OrderJson.confirmed(confirmation.order()));
    }
  }

  /** Ends the timers; what is under way is not answered. */
  @Override
  public void close() {
    flow.close();
  }
}
