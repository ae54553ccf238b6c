package io.rpcstress.server.base.services;

import io.rpcstress.contract.OrderCourse;
import io.rpcstress.contract.OrderStep;
import io.rpcstress.contract.ServiceRole;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * The steps of orders that are under way in a process, conducted here or elsewhere: bounded by
 * {@link OrderFlow#MAX_ORDERS}, and ended by timers, so that no thread waits. Thread-safe.
 */
final class OrderSteps implements AutoCloseable {

  /** They only pass on what is to be done next. */
  private static final int TIMER_THREADS = 2;

  private static final long POLL_MILLIS = 10;

  private final ServiceSetup setup;
  private final ScheduledThreadPoolExecutor timer;
  private final AtomicInteger underWay = new AtomicInteger();
  private volatile boolean stopped;

  OrderSteps(ServiceSetup setup) {
    this.setup = setup;
    timer =
        new ScheduledThreadPoolExecutor(
            TIMER_THREADS,
            task -> {
              Thread thread = new Thread(task, "order-steps");
              thread.setDaemon(true);
              return thread;
            });
  }

  /**
   * Takes a step that another process asks for.
   *
   * @param work what is done where there is room; whatever it throws ends the order, and nothing
   *     else
   * @return ends as the work does, or with an {@link OrderFailure}
   */
  <T> CompletableFuture<T> take(OrderStep step, Supplier<CompletionStage<T>> work) {
    if (!setup.roles().contains(step.role())) {
      return refused(
          OrderFailure.Kind.REFUSED,
          "this is no %s service: the order was sent to another one"
              .formatted(step.role().label()));
    }
    if (stopped) {
      return refused(OrderFailure.Kind.OVERLOADED, "this service is being stopped");
    }
    if (underWay.incrementAndGet() > OrderFlow.MAX_ORDERS) {
      underWay.decrementAndGet();
      return refused(
          OrderFailure.Kind.OVERLOADED,
          "more than " + OrderFlow.MAX_ORDERS + " orders at a time: send it later");
    }
    CompletableFuture<T> done = new CompletableFuture<>();
    CompletionStage<T> unused =
        started(work)
            .whenComplete(
                (value, problem) -> {
                  underWay.decrementAndGet();
                  if (problem == null) {
                    done.complete(value);
                  } else {
                    done.completeExceptionally(OrderFailure.of(problem));
                  }
                });
    return done;
  }

  private static <T> CompletableFuture<T> refused(OrderFailure.Kind kind, String why) {
    return CompletableFuture.failedFuture(new OrderFailure(kind, why));
  }

  private static <T> CompletionStage<T> started(Supplier<CompletionStage<T>> work) {
    try {
      return work.get();
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  /** Whether this process does a step of an order itself, wherever it has come from. */
  boolean isHere(OrderStep step, OrderCourse way) {
    return isHere(step.role(), way);
  }

  private boolean isHere(ServiceRole role, OrderCourse way) {
    return setup.roles().contains(role) || way.isLocal(role);
  }

  /** Whether a step that is done here is one that another process asks for. */
  boolean isRequested(OrderStep step, OrderCourse way) {
    return step == OrderStep.PLACE
        || Arrays.stream(ServiceRole.values())
            .noneMatch(role -> role.peers().contains(step.role()) && isHere(role, way));
  }

  /** What a service would do is to wait. */
  CompletionStage<OrderStep> business(OrderStep step, OrderCourse way) {
    if (way.instant() || setup.stepTime().isZero()) {
      return CompletableFuture.completedFuture(step);
    }
    CompletableFuture<OrderStep> done = new CompletableFuture<>();
    ScheduledFuture<?> unused =
        timer.schedule(() -> done.complete(step), setup.stepTime().toNanos(), TimeUnit.NANOSECONDS);
    return done;
  }

  /** Refuses what comes from now on; what is under way goes on. */
  void stop() {
    stopped = true;
  }

  int underWay() {
    return underWay.get();
  }

  /** Waits until none is under way; returns whether that was in time. */
  boolean awaitNone(Duration atMost) throws InterruptedException {
    long end = System.nanoTime() + atMost.toNanos();
    while (underWay.get() > 0) {
      if (System.nanoTime() - end >= 0) {
        return false;
      }
      Thread.sleep(POLL_MILLIS);
    }
    return true;
  }

  /** Ends the timers: what still waits is never done. */
  @Override
  public void close() {
    timer.shutdownNow();
  }
}
