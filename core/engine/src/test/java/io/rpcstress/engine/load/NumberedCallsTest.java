package io.rpcstress.engine.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.contract.Confirmation;
import io.rpcstress.contract.Order;
import io.rpcstress.contract.Payload;
import io.rpcstress.contract.PlaceOrder;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.AsyncCaller;
import io.rpcstress.driver.CallerTable;
import io.rpcstress.driver.ConnectionPolicy;
import io.rpcstress.driver.Driver;
import io.rpcstress.driver.DriverOptions;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.SharedSession;
import io.rpcstress.driver.Target;
import io.rpcstress.driver.Technology;
import io.rpcstress.measure.RequestMode;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An operation whose calls differ: an order has an id, and a confirmation is of that one. */
@Timeout(60)
class NumberedCallsTest {
  private static final int THREADS = 3;
  private static final int CALLS = 20;
  private static final Order REQUEST =
      PlaceOrder.OPERATION.request(Payload.defaultOf(PlaceOrder.OPERATION));

  /** Confirms each order, or the one before it. */
  private static final class Shop implements Driver {
    private final Set<Long> placed = ConcurrentHashMap.newKeySet();
    private final AtomicLong last = new AtomicLong();
    private final boolean mixesThemUp;

    Shop(boolean mixesThemUp) {
      this.mixesThemUp = mixesThemUp;
    }

    @Override
    public Technology technology() {
      return new Technology("shop", 98, 1, "in this process", List.of(), List.of("place-order"));
    }

    @Override
    public boolean startsCalls(DriverOptions options) {
      return true;
    }

    @Override
    public Session open(Target target, DriverOptions options) {
      return new SharedSession(
          new CallerTable()
              .on(
                  PlaceOrder.OPERATION,
                  thread ->
                      new AsyncCaller<Order, Confirmation>() {
                        @Override
                        public Confirmation call(Order order) {
                          return confirmed(order);
                        }

                        @Override
                        public CompletableFuture<Confirmation> start(Order order) {
                          return CompletableFuture.completedFuture(confirmed(order));
                        }
                      }),
          () -> {});
    }

    private Confirmation confirmed(Order order) {
      placed.add(order.id());
      long before = last.getAndSet(order.id());
      return Confirmation.of(mixesThemUp ? before : order.id());
    }
  }

  private static LoadResult run(Shop shop, int inFlight) throws InterruptedException {
    try (Callers<Order, Confirmation> callers = callers(shop, inFlight)) {
      return new ClosedLoop(CallingThreads.platform())
          .run(callers, REQUEST, RequestMode.PER_THREAD, CALLS, Long.MAX_VALUE, Meter.NONE);
    }
  }

  private static Callers<Order, Confirmation> callers(Shop shop, int inFlight) {
    return new Callers<>(
        shop,
        Target.of(new Address("127.0.0.1", 1)),
        new DriverOptions(
            "example",
            ConnectionPolicy.multiplexed(1),
            THREADS,
            false,
            Duration.ofMinutes(1),
            DriverOptions.DEFAULT_CONNECT_TIMEOUT),
        PlaceOrder.OPERATION,
        inFlight,
        null);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void noTwoCallsPlaceTheSameOrder(int inFlight) throws InterruptedException {
    Shop shop = new Shop(false);
    assertThat(run(shop, inFlight).calls().ok()).isEqualTo(THREADS * CALLS);
    assertThat(shop.placed).hasSize(THREADS * CALLS).noneMatch(id -> id == REQUEST.id());
    assertThat(shop.placed).as("of one length").allMatch(id -> Long.toString(id).length() == 19);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 4})
  void aConfirmationOfAnotherOrderIsAWrongReply(int inFlight) throws InterruptedException {
    LoadResult result = run(new Shop(true), inFlight);
    assertThat(result.calls().ok()).isZero();
    assertThat(result.failures())
        .containsOnlyKeys(FailureKind.WRONG_REPLY)
        .containsEntry(FailureKind.WRONG_REPLY, (long) THREADS * CALLS);
    assertThat(result.firstFailure()).contains("the confirmation is of order");
  }
}
