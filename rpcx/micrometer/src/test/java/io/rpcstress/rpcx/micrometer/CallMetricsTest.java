package io.rpcstress.rpcx.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.rpcstress.rpcx.RPCX;
import io.rpcstress.rpcx.RPCXException;
import io.rpcstress.rpcx.ServiceCentre;
import io.rpcstress.rpcx.StatusCode;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a call leaves in the registries of its client and its server. */
class CallMetricsTest {
  private final SimpleMeterRegistry client = new SimpleMeterRegistry();
  private final SimpleMeterRegistry server = new SimpleMeterRegistry();
  private final Stall.Service service = new Stall.Service();
  private ServiceCentre centre;
  private RPCX rpcx;
  private Stall.Client stall;

  @BeforeEach
  void start() {
    centre = ServiceCentre.builder().publish(service).intercept(new ServerMetrics(server)).start();
    rpcx =
        RPCX.builder()
            .address(centre.address())
            .port(centre.port())
            .intercept(new ClientMetrics(client))
            .build();
    stall = rpcx.client(Stall.Client.class);
  }

  @AfterEach
  void stop() {
    service.scales.countDown();
    rpcx.close();
    centre.close();
  }

  private static long calls(SimpleMeterRegistry registry, String method, StatusCode status) {
    String side = registry.find("rpcx.client.calls").timer() == null ? "server" : "client";
    Timer timer =
        registry
            .find("rpcx." + side + ".calls")
            .tags("service", "stall", "method", method, "status", status.name())
            .timer();
    return timer == null ? 0 : timer.count();
  }

  private void bothCount(String method, StatusCode status, long count) {
    await().until(() -> calls(client, method, status) == count);
    await().until(() -> calls(server, method, status) == count);
  }

  private double inFlight(SimpleMeterRegistry registry, String side, String method) {
    return registry
        .get("rpcx." + side + ".in.flight")
        .tags("service", "stall", "method", method)
        .gauge()
        .value();
  }

  private void nothingIsInFlight(String method) {
    await().until(() -> inFlight(client, "client", method) == 0);
    await().until(() -> inFlight(server, "server", method) == 0);
  }

  @Test
  void callsThatWaitAndCallsThatDoNotAreCountedAndTimed() throws Exception {
    assertThat(stall.sell("pear")).isEqualTo("one pear");
    assertThat(stall.sellAsync("plum").get(20, TimeUnit.SECONDS)).isEqualTo("one plum");
    bothCount("sell", StatusCode.OK, 2);
    nothingIsInFlight("sell");
    Timer timer = client.get("rpcx.client.calls").tags("status", "OK").timer();
    assertThat(timer.totalTime(TimeUnit.NANOSECONDS)).isPositive();
  }

  @Test
  void aOneWayCallIsCountedOnBothSides() {
    stall.throwAt("tomato");
    bothCount("sell", StatusCode.OK, 1);
    nothingIsInFlight("sell");
  }

  @Test
  void theStatusIsTheOneOfTheFailure() {
    assertThatThrownBy(() -> stall.sell("durian")).isInstanceOf(RPCXException.class);
    assertThatThrownBy(() -> stall.sell("stone")).isInstanceOf(RPCXException.class);
    bothCount("sell", StatusCode.NOT_FOUND, 1);
    bothCount("sell", StatusCode.INTERNAL, 1);
    nothingIsInFlight("sell");
  }

  @Test
  void aCallIsInFlightUntilItsFutureEnds() {
    CompletableFuture<String> order = stall.order("apple");
    await().until(() -> server.find("rpcx.server.in.flight").gauge() != null);
    assertThat(inFlight(client, "client", "order")).isEqualTo(1);
    assertThat(inFlight(server, "server", "order")).isEqualTo(1);
    assertThat(calls(server, "order", StatusCode.OK)).isZero();
    service.delivery.complete("a crate");
    assertThat(order.join()).isEqualTo("a crate");
    bothCount("order", StatusCode.OK, 1);
    nothingIsInFlight("order");
  }

  @Test
  void aCancelledCallIsCancelledOnBothSides() {
    CompletableFuture<String> order = stall.order("apple");
    await().until(() -> server.find("rpcx.server.in.flight").gauge() != null);
    // As an application does it: through what depends on the call.
    assertThat(order.thenApply(String::length).cancel(true)).isTrue();
    bothCount("order", StatusCode.CANCELLED, 1);
    nothingIsInFlight("order");
  }

  @Test
  void aDeadlineThatPassesIsTheClientsStatus() {
    assertThatThrownBy(() -> stall.weigh("melon")).hasMessageContaining("DEADLINE_EXCEEDED");
    await().until(() -> calls(client, "weigh", StatusCode.DEADLINE_EXCEEDED) == 1);
    assertThat(calls(client, "weigh", StatusCode.CANCELLED)).isZero();
    await().until(() -> inFlight(client, "client", "weigh") == 0);
  }

  @Test
  void aDeadlineStaysOneBehindAnInterceptorThatDerivesFutures() {
    try (RPCX derives =
        RPCX.builder()
            .address(centre.address())
            .port(centre.port())
            .intercept(new ClientMetrics(client))
            .intercept((call, next) -> next.proceed().thenApply(value -> value))
            .build()) {
      assertThatThrownBy(() -> derives.client(Stall.Client.class).weigh("melon"))
          .hasMessageContaining("DEADLINE_EXCEEDED");
      await().until(() -> calls(client, "weigh", StatusCode.DEADLINE_EXCEEDED) == 1);
      await().until(() -> inFlight(client, "client", "weigh") == 0);
    }
  }

  @Test
  void aCallThatReachesNoServerIsCounted() {
    int port = centre.port();
    centre.close();
    try (RPCX lost =
        RPCX.builder()
            .address("127.0.0.1")
            .port(port)
            .intercept(new ClientMetrics(client))
            .build()) {
      assertThatThrownBy(() -> lost.client(Stall.Client.class).sell("pear"))
          .hasMessageContaining("UNAVAILABLE");
      await().until(() -> calls(client, "sell", StatusCode.UNAVAILABLE) == 1);
    }
  }

  @Test
  void anInterceptorThatThrowsLeavesNothingInFlight() {
    try (RPCX broken =
        RPCX.builder()
            .address(centre.address())
            .port(centre.port())
            .intercept(new ClientMetrics(client))
            .intercept(
                (call, next) -> {
                  throw new IllegalStateException("broken");
                })
            .build()) {
      assertThatThrownBy(() -> broken.client(Stall.Client.class).sell("pear")).hasMessage("broken");
      assertThat(calls(client, "sell", StatusCode.INTERNAL)).isEqualTo(1);
      assertThat(inFlight(client, "client", "sell")).isZero();
    }
  }

  @Test
  void aServiceCentreReportsWhatItHolds() {
    new ServiceCentreMetrics(centre).bindTo(server);
    assertThat(stall.sell("pear")).isEqualTo("one pear");
    assertThat(server.get("rpcx.server.connections").gauge().value()).isEqualTo(1);
    assertThat(server.get("rpcx.server.off.loop").gauge().value()).isZero();
    assertThat(server.get("rpcx.server.receiving").gauge().value()).isZero();
    assertThat(server.get("rpcx.server.requests").gauge().value()).isZero();
    await().until(() -> server.get("rpcx.server.unwritten").gauge().value() == 0);
    await().until(() -> server.get("rpcx.server.served").functionCounter().count() == 1);
  }

  @Test
  void aClientReportsWhatItHoldsOfAnIncompleteReply() throws Exception {
    int whole = 1 << 20;
    try (ServerSocket listener = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        RPCX one = RPCX.builder().address("127.0.0.1").port(listener.getLocalPort()).build()) {
      new RPCXMetrics(rpcx).bindTo(client);
      new RPCXMetrics(one, Tags.of("client", "one")).bindTo(client);
      Gauge receiving = client.get("rpcx.client.receiving").tags("client", "one").gauge();
      assertThat(receiving.value()).isZero();
      var unusedCall = one.client(Stall.Client.class).sellAsync("pear");
      try (Socket peer = listener.accept()) {
        ByteBuffer start = ByteBuffer.allocate(12);
        // HELLO, and the length of a reply that does not come.
        start.put(HexFormat.of().parseHex("000000041a020801")).putInt(whole);
        peer.getOutputStream().write(start.array());
        await().until(() -> receiving.value() == Integer.BYTES + whole);
        assertThat(client.find("rpcx.client.receiving").gauges())
            .extracting(Gauge::value)
            .containsExactlyInAnyOrder(0.0, receiving.value());
      }
      await().until(() -> receiving.value() == 0);
    }
  }

  @Test
  void theNumberOfMetersIsBoundedWhateverNamesCome() {
    CallMeters meters = new CallMeters(client, "rpcx.client");
    for (int i = 0; i < CallMeters.MAX_METHODS + 100; i++) {
      meters.begin("service", "method" + i).end(null);
    }
    assertThat(client.find("rpcx.client.calls").timers()).hasSize(CallMeters.MAX_METHODS + 1);
    assertThat(client.find("rpcx.client.in.flight").gauges()).hasSize(CallMeters.MAX_METHODS + 1);
    assertThat(
            client
                .get("rpcx.client.calls")
                .tags("service", CallMeters.OTHER, "method", CallMeters.OTHER)
                .timer()
                .count())
        .isEqualTo(100);
  }
}
