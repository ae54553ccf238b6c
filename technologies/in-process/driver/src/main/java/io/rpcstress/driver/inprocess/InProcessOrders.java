package io.rpcstress.driver.inprocess;

import io.rpcstress.contract.Confirmation;
import io.rpcstress.contract.Order;
import io.rpcstress.contract.PlaceOrder;
import io.rpcstress.driver.AsyncCaller;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.Replies;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * place-order without communication: the steps of an order, each ended by a timer, as the services
 * have them. Thread-safe.
 */
final class InProcessOrders {

  /** As many as a service has: they only pass on what is to be done next. */
  private static final int TIMER_THREADS = 2;

  private final Duration deadline;
  private final ScheduledThreadPoolExecutor timer =
      new ScheduledThreadPoolExecutor(
          TIMER_THREADS,
          task -> {
            Thread thread = new Thread(task, "order-steps");
            thread.setDaemon(true);
            return thread;
          });

  InProcessOrders(Duration deadline) {
    this.deadline = deadline;
  }

  /** A thread's caller, which holds nothing of its own. */
  AsyncCaller<Order, Confirmation> caller() {
    return Replies.caller(this::placed, deadline);
  }

  private CompletableFuture<Confirmation> placed(Order order) {
    CompletableFuture<Confirmation> confirmed = new CompletableFuture<>();
    try {
      next(PlaceOrder.checked(order), order.instant() ? 0 : PlaceOrder.STEPS, confirmed);
    } catch (IllegalArgumentException refused) {
      confirmed.completeExceptionally(
          new CallException(FailureKind.REFUSED, String.valueOf(refused.getMessage()), refused));
    }
    return confirmed;
  }

  private void next(Order order, int steps, CompletableFuture<Confirmation> confirmed) {
    if (steps == 0) {
      confirmed.complete(PlaceOrder.OPERATION.answer(order));
    } else if (!confirmed.isDone()) { // its deadline may have come first
      ScheduledFuture<?> unused =
          timer.schedule(
              () -> next(order, steps - 1, confirmed),
              PlaceOrder.STEP_TIME.toNanos(),
              TimeUnit.NANOSECONDS);
    }
  }

  void end() {
    timer.shutdownNow();
  }
}
