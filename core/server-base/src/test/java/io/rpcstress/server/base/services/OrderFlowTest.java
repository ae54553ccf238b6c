package io.rpcstress.server.base.services;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.contract.Confirmation;
import io.rpcstress.contract.OrderCourse;
import io.rpcstress.contract.OrderStep;
import io.rpcstress.contract.ServiceRole;
import io.rpcstress.server.base.services.OrderFlow.Passing;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The way of an order; steps take no time here, unless it is the time that is looked at. */
class OrderFlowTest {
  private static final Passing<String> REMOTE =
      new Passing<>(7, new OrderCourse(false, 0, false), "order 7");
  private static final Passing<String> LOCAL =
      new Passing<>(7, new OrderCourse(true, 0, false), "order 7");

  private final List<OrderStep> requested = new ArrayList<>();
  private final AtomicInteger served = new AtomicInteger();

  private OrderFlow<String> flow(Set<ServiceRole> roles, OrderFlow.Peers<String> peers) {
    return new OrderFlow<>(setup(roles, Duration.ZERO), since -> served.incrementAndGet(), peers);
  }

  private static ServiceSetup setup(Set<ServiceRole> roles, Duration stepTime) {
    Map<ServiceRole, PeerAddress> peers = new EnumMap<>(ServiceRole.class);
    for (ServiceRole each : ServiceRole.values()) {
      if (!roles.contains(each)) {
        peers.put(
            each,
            new PeerAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 9000), 10_000));
      }
    }
    return new ServiceSetup(roles, peers, stepTime);
  }

  private CompletableFuture<Confirmation> confirmed(OrderStep step, String order) {
    assertThat(order).as("the order's own body").isEqualTo("order 7");
    requested.add(step);
    return CompletableFuture.completedFuture(Confirmation.of(7));
  }

  @Test
  void theOrderServiceAsksForEachStepInTurn() {
    try (OrderFlow<String> order = flow(EnumSet.of(ServiceRole.ORDER), this::confirmed)) {
      assertThat(order.take(OrderStep.PLACE, REMOTE)).isCompletedWithValue(Confirmation.of(7));
    }
    assertThat(requested)
        .containsExactly(OrderStep.CHECK_STOCK, OrderStep.INVOICE, OrderStep.DECREMENT_STOCK);
    assertThat(served).hasValue(1);
  }

  @Test
  void whoWaitsForTheStockItselfAsksForTheInvoiceAlone() {
    try (OrderFlow<String> order = flow(EnumSet.of(ServiceRole.ORDER), this::confirmed)) {
      assertThat(order.take(OrderStep.PLACE, LOCAL)).isCompletedWithValue(Confirmation.of(7));
    }
    assertThat(requested).containsExactly(OrderStep.INVOICE);
  }

  @Test
  void fewerServicesDoThePartsOfOthersAndInstantStepsTakeNoTime() {
    try (OrderFlow<String> order =
            new OrderFlow<>(
                setup(EnumSet.of(ServiceRole.ORDER), Duration.ofHours(1)),
                since -> served.incrementAndGet(),
                this::confirmed);
        OrderFlow<String> customer = flow(EnumSet.of(ServiceRole.CUSTOMER), this::confirmed)) {
      assertThat(order.take(OrderStep.PLACE, over(2))).isCompletedWithValue(Confirmation.of(7));
      assertThat(requested).containsExactly(OrderStep.INVOICE);
      assertThat(customer.take(OrderStep.INVOICE, over(2)))
          .isCompletedWithValue(Confirmation.of(7));
      assertThat(order.take(OrderStep.PLACE, over(1))).isCompletedWithValue(Confirmation.of(7));
      assertThat(requested).as("no other").hasSize(1);
      assertThat(served).hasValue(3);
    }
  }

  private static Passing<String> over(int services) {
    return new Passing<>(7, new OrderCourse(false, services, true), "order 7");
  }

  @Test
  void theCustomerServiceHasTheOrderShipped() {
    try (OrderFlow<String> customer = flow(EnumSet.of(ServiceRole.CUSTOMER), this::confirmed)) {
      assertThat(customer.take(OrderStep.INVOICE, REMOTE)).isCompletedWithValue(Confirmation.of(7));
    }
    assertThat(requested).containsExactly(OrderStep.SHIP);
  }

  @Test
  void aProcessOfAllServicesCallsNoOtherAndCountsOneCall() {
    try (OrderFlow<String> all = flow(EnumSet.allOf(ServiceRole.class), this::confirmed)) {
      assertThat(all.take(OrderStep.PLACE, REMOTE)).isCompletedWithValue(Confirmation.of(7));
    }
    assertThat(requested).isEmpty();
    assertThat(served).hasValue(1);
  }

  @Test
  void fourStepsTakeFourTimesTheTimeOfOne() throws Exception {
    Duration step = Duration.ofMillis(20);
    ServiceSetup all = setup(EnumSet.allOf(ServiceRole.class), step);
    try (OrderFlow<String> flow =
        new OrderFlow<>(all, since -> served.incrementAndGet(), this::confirmed)) {
      long start = System.nanoTime();
      flow.take(OrderStep.PLACE, REMOTE).get(1, TimeUnit.MINUTES);
      assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(step.multipliedBy(4).toNanos());
      assertThat(flow.underWay()).isZero();
    }
  }

  @Test
  void aConfirmationOfAnotherOrderFailsThisOne() {
    try (OrderFlow<String> order =
        flow(
            EnumSet.of(ServiceRole.ORDER),
            (step, body) -> CompletableFuture.completedFuture(Confirmation.of(8)))) {
      assertFailed(
          order.take(OrderStep.PLACE, REMOTE),
          OrderFailure.Kind.PEER_FAILED,
          "the product service: it confirmed another order");
    }
    assertThat(served).hasValue(0);
  }

  @Test
  void aServiceThatFailsOrThrowsIsNamed() {
    try (OrderFlow<String> order =
            flow(
                EnumSet.of(ServiceRole.ORDER, ServiceRole.PRODUCT),
                (step, body) ->
                    CompletableFuture.failedFuture(new IllegalStateException("gone\nfishing")));
        OrderFlow<String> customer =
            flow(
                EnumSet.of(ServiceRole.CUSTOMER),
                (step, body) -> {
                  throw new IllegalStateException("no channel");
                })) {
      assertFailed(
          order.take(OrderStep.PLACE, REMOTE),
          OrderFailure.Kind.PEER_FAILED,
          "the customer service: java.lang.IllegalStateException: gone fishing");
      assertFailed(
          customer.take(OrderStep.INVOICE, REMOTE), OrderFailure.Kind.PEER_FAILED, "no channel");
      assertThat(order.underWay()).isZero();
      assertThat(customer.underWay()).isZero();
    }
  }

  /** gRPC's status says "io exception", and what it came from which address refused. */
  @Test
  void theCauseOfAFailureIsReportedWhereItSaysMore() {
    IOException refused = new IOException("Connection refused: /127.0.0.9:9");
    for (Throwable problem :
        List.of(
            new IllegalStateException("UNAVAILABLE: io exception", new IOException(refused)),
            refused)) {
      try (OrderFlow<String> order =
          flow(
              EnumSet.of(ServiceRole.ORDER),
              (step, body) -> CompletableFuture.failedFuture(problem))) {
        CompletableFuture<Confirmation> placed = order.take(OrderStep.PLACE, REMOTE);
        assertFailed(placed, OrderFailure.Kind.PEER_FAILED, problem.toString());
        assertThat(OrderFailure.of(placed.handle((done, failed) -> failed).join()).getMessage())
            .containsOnlyOnce("Connection refused: /127.0.0.9:9");
      }
    }
  }

  @Test
  void aStepOfAnotherServiceIsRefused() {
    try (OrderFlow<String> shipping = flow(EnumSet.of(ServiceRole.SHIPPING), this::confirmed)) {
      assertFailed(
          shipping.take(OrderStep.PLACE, REMOTE),
          OrderFailure.Kind.REFUSED,
          "this is no order service");
    }
  }

  @Test
  void moreOrdersThanTheLimitAreRefusedUntilThereIsRoom() {
    List<CompletableFuture<Confirmation>> open = new ArrayList<>();
    try (OrderFlow<String> order =
        flow(
            EnumSet.of(ServiceRole.CUSTOMER),
            (step, body) -> {
              CompletableFuture<Confirmation> later = new CompletableFuture<>();
              open.add(later);
              return later;
            })) {
      for (int i = 0; i < OrderFlow.MAX_ORDERS; i++) {
        assertThat(order.take(OrderStep.INVOICE, REMOTE)).isNotDone();
      }
      assertFailed(
          order.take(OrderStep.INVOICE, REMOTE),
          OrderFailure.Kind.OVERLOADED,
          "more than 2048 orders at a time");
      open.get(0).complete(Confirmation.of(7));
      assertThat(order.take(OrderStep.INVOICE, REMOTE)).isNotDone();
    }
  }

  @Test
  void aServiceThatDoesNotReplyIsCancelledAtTheDeadlineAndHoldsNoOrder() {
    CompletableFuture<Confirmation> never = new CompletableFuture<>();
    try (OrderFlow<String> customer =
        new OrderFlow<>(
            setup(EnumSet.of(ServiceRole.CUSTOMER), Duration.ZERO),
            since -> served.incrementAndGet(),
            (step, body) -> never,
            Duration.ofMillis(50))) {
      CompletableFuture<Confirmation> order = customer.take(OrderStep.INVOICE, REMOTE);
      assertThat(order).failsWithin(Duration.ofMinutes(1));
      assertFailed(
          order, OrderFailure.Kind.PEER_FAILED, "the shipping service: no reply within 50 ms");
      assertThat(never).isCancelled();
      assertThat(customer.underWay()).isZero();
    }
    assertThat(served).hasValue(0);
  }

  private static void assertFailed(
      CompletableFuture<Confirmation> order, OrderFailure.Kind kind, String message) {
    assertThat(order).isCompletedExceptionally();
    OrderFailure failure = OrderFailure.of(order.handle((done, problem) -> problem).join());
    assertThat(failure.kind()).isEqualTo(kind);
    assertThat(failure).hasMessageContaining(message);
    assertThat(failure.getMessage()).doesNotContain("\n");
  }
}
