package io.rpcstress.server.base.services;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.contract.OrderCourse;
import io.rpcstress.contract.OrderStep;
import io.rpcstress.contract.ServiceRole;
import io.rpcstress.server.base.services.OrderFlow.Passing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Orders without a conductor: which process does what, and how often each is counted. */
class OrderRelayTest {
  private static final Duration STEP = Duration.ofMillis(20);

  /** Processes that pass orders on to each other, as a broker would. */
  private static final class Processes {
    private final Map<ServiceRole, OrderRelay<String>> byRole = new EnumMap<>(ServiceRole.class);
    private final Map<ServiceRole, AtomicInteger> served = new EnumMap<>(ServiceRole.class);
    private final List<OrderStep> passed = new ArrayList<>();
    private int confirmed;

    /** A process with these roles, called by the first of them. */
    void add(Set<ServiceRole> roles) {
      ServiceRole first = roles.iterator().next();
      AtomicInteger count = new AtomicInteger();
      served.put(first, count);
      OrderRelay<String> relay =
          new OrderRelay<>(
              new ServiceSetup(roles, Map.of(), Duration.ZERO),
              began -> count.incrementAndGet(),
              (next, order) -> {
                next.ifPresentOrElse(
                    step -> {
                      passed.add(step);
                      place(step, order);
                    },
                    () -> confirmed++);
              });
      roles.forEach(role -> byRole.put(role, relay));
    }

    void place(OrderStep step, Passing<String> order) {
      assertThat(Objects.requireNonNull(byRole.get(step.role())).take(step, order)).isCompleted();
    }

    int served(ServiceRole first) {
      return Objects.requireNonNull(served.get(first)).get();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "false, 2, 'CHECK_STOCK,INVOICE,SHIP,DECREMENT_STOCK'",
    "true, 0, 'INVOICE,SHIP'",
  })
  void fourProcessesPassAnOrderOnAndEachIsCountedAsIfCalled(
      boolean localStock, int stockCalls, String steps) {
    Processes all = new Processes();
    for (ServiceRole role : ServiceRole.values()) {
      all.add(EnumSet.of(role));
    }
    all.place(OrderStep.PLACE, order(7, localStock, 0, "order 7"));
    assertThat(all.passed).extracting(OrderStep::name).containsExactly(steps.split(","));
    assertThat(all.confirmed).isEqualTo(1);
    assertThat(all.served(ServiceRole.ORDER)).isEqualTo(1);
    assertThat(all.served(ServiceRole.PRODUCT)).isEqualTo(stockCalls);
    assertThat(all.served(ServiceRole.CUSTOMER)).isEqualTo(1);
    assertThat(all.served(ServiceRole.SHIPPING)).isEqualTo(1);
  }

  @Test
  void whatOneProcessDoesIsNotPassedOnAndCountsAsIfCalled() {
    Processes two = new Processes();
    two.add(EnumSet.of(ServiceRole.ORDER, ServiceRole.PRODUCT));
    two.add(EnumSet.of(ServiceRole.CUSTOMER, ServiceRole.SHIPPING));
    two.place(OrderStep.PLACE, order(7, false, 0, "order 7"));
    assertThat(two.passed).containsExactly(OrderStep.INVOICE, OrderStep.DECREMENT_STOCK);
    assertThat(two.confirmed).isEqualTo(1);
    assertThat(two.served(ServiceRole.ORDER)).isEqualTo(1);
    assertThat(two.served(ServiceRole.CUSTOMER)).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"2, 1, INVOICE", "1, 0, ''"})
  void fewerServicesDoThePartsOfOthers(int services, int invoices, String steps) {
    Processes all = new Processes();
    for (ServiceRole role : ServiceRole.values()) {
      all.add(EnumSet.of(role));
    }
    all.place(OrderStep.PLACE, order(7, false, services, "order 7"));
    assertThat(String.join(",", all.passed.stream().map(OrderStep::name).toList()))
        .isEqualTo(steps);
    assertThat(all.confirmed).isEqualTo(1);
    assertThat(all.served(ServiceRole.ORDER)).isEqualTo(1);
    assertThat(all.served(ServiceRole.PRODUCT)).isZero();
    assertThat(all.served(ServiceRole.CUSTOMER)).isEqualTo(invoices);
    assertThat(all.served(ServiceRole.SHIPPING)).isZero();
  }

  private static Passing<String> order(long id, boolean localStock, int services, String body) {
    return new Passing<>(id, new OrderCourse(localStock, services, false), body);
  }

  @Test
  void fourStepsTakeFourTimesTheTimeOfOneAndADrainWaitsForThem() throws Exception {
    AtomicInteger passed = new AtomicInteger();
    try (OrderRelay<String> all =
        new OrderRelay<>(
            new ServiceSetup(EnumSet.allOf(ServiceRole.class), Map.of(), STEP),
            began -> {},
            (next, order) -> passed.incrementAndGet())) {
      long start = System.nanoTime();
      CompletableFuture<Void> order = all.take(OrderStep.PLACE, order(7, false, 0, "order 7"));
      assertThat(all.drain(Duration.ofMinutes(1))).isTrue();
      assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(STEP.multipliedBy(4).toNanos());
      order.get(1, TimeUnit.MINUTES);
      assertThat(passed).hasValue(1);
      assertThat(failure(all.take(OrderStep.PLACE, order(8, false, 0, "order 8"))).kind())
          .isEqualTo(OrderFailure.Kind.OVERLOADED);
    }
  }

  @Test
  void anOrderThatCannotBePassedOnFails() {
    try (OrderRelay<String> shipping =
        new OrderRelay<>(
            new ServiceSetup(EnumSet.of(ServiceRole.SHIPPING), Map.of(), Duration.ZERO),
            began -> {},
            (next, order) -> {
              throw new IllegalStateException("the broker is gone");
            })) {
      OrderFailure lost = failure(shipping.take(OrderStep.SHIP, order(7, false, 0, "order 7")));
      assertThat(lost.kind()).isEqualTo(OrderFailure.Kind.PEER_FAILED);
      assertThat(lost).hasMessageContaining("the broker is gone");
      assertThat(failure(shipping.take(OrderStep.PLACE, order(7, false, 0, ""))).kind())
          .isEqualTo(OrderFailure.Kind.REFUSED);
    }
  }

  private static OrderFailure failure(CompletableFuture<Void> order) {
    assertThat(order).isCompletedExceptionally();
    return OrderFailure.of(order.handle((done, problem) -> problem).join());
  }
}
