package io.rpcstress.driver.inprocess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.rpcstress.contract.Confirmation;
import io.rpcstress.contract.Order;
import io.rpcstress.contract.PlaceOrder;
import io.rpcstress.driver.Address;
import io.rpcstress.driver.AsyncCaller;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.DeadlineExceededException;
import io.rpcstress.driver.DriverContract;
import io.rpcstress.driver.DriverContract.Way;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.Session;
import io.rpcstress.driver.Target;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** The floor: orders without communication. */
class InProcessDriverTest {
  private static final Order ORDER = PlaceOrder.OPERATION.request("products=1,stock=remote");
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final int AT_A_TIME = 300;

  /** No server listens there, and none is called. */
  private static final Target NOWHERE = Target.of(new Address("127.0.0.1", 1));

  private static Session open(Duration deadline) throws CallException {
    return DriverContract.open(Way.of(new InProcessDriver(), "example"), NOWHERE, 2, deadline);
  }

  private static AsyncCaller<Order, Confirmation> caller(Session session) throws CallException {
    return (AsyncCaller<Order, Confirmation>) session.caller(PlaceOrder.OPERATION, 0);
  }

  @Test
  void eachOfManyOrdersIsConfirmedUnderItsIdAndNotBeforeItsStepsAreOver() throws Exception {
    try (Session session = open(LONG)) {
      AsyncCaller<Order, Confirmation> caller = caller(session);
      long start = System.nanoTime();
      List<CompletableFuture<Confirmation>> placed =
          LongStream.rangeClosed(1, AT_A_TIME)
              .mapToObj(id -> caller.start(ORDER.withId(id)))
              .toList();
      for (int i = 0; i < AT_A_TIME; i++) {
        assertThat(placed.get(i).get(LONG.toSeconds(), TimeUnit.SECONDS))
            .isEqualTo(Confirmation.of(i + 1));
      }
      assertThat(System.nanoTime() - start)
          .isGreaterThanOrEqualTo(PlaceOrder.STEP_TIME.multipliedBy(PlaceOrder.STEPS).toNanos());
    }
  }

  @Test
  void aDeadlineOrAnOrderBeyondTheContractFailsAsWithAnyTechnology() throws Exception {
    try (Session session = open(Duration.ofMillis(50))) {
      AsyncCaller<Order, Confirmation> caller = caller(session);
      assertThatThrownBy(() -> caller.call(ORDER)).isInstanceOf(DeadlineExceededException.class);
      assertThatThrownBy(() -> caller.call(new Order(1, false, "", List.of())))
          .isInstanceOfSatisfying(
              CallException.class, e -> assertThat(e.kind()).isEqualTo(FailureKind.REFUSED));
    }
  }
}
