package io.rpcstress.engine.point;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.rpcstress.contract.PlaceOrder;
import io.rpcstress.engine.load.Workload;
import io.rpcstress.measure.ServiceRow;
import io.rpcstress.usage.ProcessUsage;
import io.rpcstress.usage.ReportedServices;
import io.rpcstress.usage.ServerUsage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The services behind the one that is called, found and counted by what they report. */
class ServiceChainTest {
  private static final Workload<?, ?> ORDERS = orders("stock=remote");

  private final List<Service> services = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();

  private static Workload<?, ?> orders(String payload) {
    return new Workload<>(PlaceOrder.OPERATION, PlaceOrder.OPERATION.request(payload));
  }

  /** What answers as a service's usage endpoint. */
  private final class Service {
    private String reported = "role order\n";
    private long served;
    private long cpuNanos;
    private final UsageServer pages =
        new UsageServer(page -> page.getPath().equals("/services") ? reported : usage());

    Service() {
      services.add(this);
    }

    String at() {
      return pages.address().toString();
    }

    UsageReader reader() {
      return pages.reader();
    }

    void calls(String role, Map<String, String> peers) {
      reported = new ReportedServices(List.of(role), peers).toText();
    }

    /** Another so many calls, at a cost of 1 ms each. */
    void serves(int calls) {
      served += calls;
      cpuNanos += 1_000_000L * calls;
    }

    private String usage() {
      return new ServerUsage(
              "grpc",
              "example",
              1,
              1,
              served,
              0,
              0,
              new ProcessUsage(
                  cpuNanos, 10 * served, 100 * served, 0, 0, 50_000, 50_000, ProcessUsage.UNKNOWN),
              ProcessUsage.UNKNOWN,
              ProcessUsage.UNKNOWN,
              2_000_000 * served,
              ProcessUsage.UNKNOWN)
          .toText();
    }
  }

  private final Service order = new Service();
  private final Service product = new Service();
  private final Service customer = new Service();
  private final Service shipping = new Service();

  ServiceChainTest() {
    order.calls("order", Map.of("product", product.at(), "customer", customer.at()));
    product.calls("product", Map.of());
    customer.calls("customer", Map.of("shipping", shipping.at()));
    shipping.calls("shipping", Map.of());
  }

  @AfterEach
  void stop() {
    services.forEach(each -> each.pages.close());
  }

  private ServiceChain chain(Workload<?, ?> workload) {
    return ServiceChain.behind(order.reader(), workload, warnings::add);
  }

  private CostMeter meter(ServiceChain chain) {
    return new CostMeter(
        Sources.along(Sources.of(List.of(order.reader())), chain),
        CostMeter.Borders.QUIET,
        warnings::add);
  }

  private void orders(CostMeter meter, int placed, int checked) {
    meter.beforeGate();
    order.serves(placed);
    product.serves(checked);
    customer.serves(placed);
    shipping.serves(placed);
    meter.afterLastReply();
  }

  @Test
  void whatIsReadIsTheChainThatTheCallsTake() {
    ServiceChain chain = chain(ORDERS);
    assertThat(chain.whole()).isTrue();
    assertThat(chain.links())
        .extracting(ServiceChain.Link::roles, ServiceChain.Link::calls)
        .containsExactlyInAnyOrder(
            tuple("product", 2L), tuple("customer", 1L), tuple("shipping", 1L));
    assertThat(warnings).isEmpty();
  }

  @Test
  void theCostIsTheSumOfAllServicesAndTheirCountsAgree() {
    CostMeter meter = meter(chain(ORDERS));
    orders(meter, 10, 20);
    assertThat(meter.callsServed()).isEqualTo(10);
    assertThat(meter.cost().server().cpuMs()).isEqualTo(50);
    assertThat(meter.cost().server().ctxSwitches()).isEqualTo(500);
    assertThat(meter.cost().server().rssKb()).isEqualTo(200_000);
    assertThat(meter.isChainDoubtful(10, 0)).isFalse();
    orders(meter, 5, 10);
    assertThat(meter.services())
        .as("of both runs")
        .containsExactlyInAnyOrder(
            new ServiceRow("order", 15L, 15.0, 150L, 50_000L, 30.0),
            new ServiceRow("product", 30L, 30.0, 300L, 50_000L, 60.0),
            new ServiceRow("customer", 15L, 15.0, 150L, 50_000L, 30.0),
            new ServiceRow("shipping", 15L, 15.0, 150L, 50_000L, 30.0));
  }

  @Test
  void aServiceThatCountsOtherCallsIsDoubtful() {
    CostMeter meter = meter(chain(ORDERS));
    orders(meter, 10, 19);
    assertThat(meter.isChainDoubtful(10, 0)).as("a step is missing").isTrue();
    orders(meter, 10, 21);
    assertThat(meter.isChainDoubtful(10, 0)).as("another client called").isTrue();
    assertThat(meter.isChainDoubtful(10, 1)).as("an order failed on its way").isFalse();
    orders(meter, 10, 10);
    assertThat(meter.isChainDoubtful(10, 0)).isTrue();
  }

  @Test
  void ofAServiceThatDoesNotAnswerNothingIsSummed() {
    CostMeter meter = meter(chain(ORDERS));
    shipping.pages.close();
    orders(meter, 10, 20);
    orders(meter, 10, 20);
    assertThat(meter.isChainDoubtful(10, 0)).isTrue();
    assertThat(meter.cost().server().cpuMs()).isNull();
    assertThat(warnings).as("once").hasSize(1);
    assertThat(warnings.get(0)).contains("the services' usage stays empty");
  }
}
