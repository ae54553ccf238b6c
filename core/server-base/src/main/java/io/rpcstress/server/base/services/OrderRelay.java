package io.rpcstress.server.base.services;

import io.rpcstress.contract.OrderCourse;
import io.rpcstress.contract.OrderStep;
import io.rpcstress.contract.ServiceRole;
import io.rpcstress.server.base.services.OrderFlow.Passing;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.LongConsumer;

/**
 * What the services of this process do with an order without a conductor: each does its step and
 * passes the order on to the next one, and the last one confirms it. The stock is checked, the
 * invoice written, the order shipped, the stock decremented; where the order service waits for the
 * stock itself, it does so for both before it passes the order on, as the source's published code
 * does. The steps, the time that they take, and how many may be under way are those of {@link
 * OrderFlow}. Thread-safe.
 *
 * @param <O> an order as the technology has it, which is passed on as it came
 */
public final class OrderRelay<O> implements AutoCloseable {

  private final OrderSteps steps;
  private final LongConsumer served;
  private final Carrier<O> carrier;

  /** How a technology passes an order on. Thread-safe; waits for nothing but the wire. */
  @FunctionalInterface
  public interface Carrier<O> {

    /**
     * Passes an order on, or confirms it. What it throws fails the order.
     *
     * @param next the step to be done by another process; empty where the order is done
     */
    void carry(Optional<OrderStep> next, Passing<O> order);
  }

  /**
   * The services of a process.
   *
   * @param served receives each finished step that a conductor would request from another process,
   *     so that the counts are the same; with {@link System#nanoTime} when it began
   */
  public OrderRelay(ServiceSetup setup, LongConsumer served, Carrier<O> carrier) {
    this.steps = new OrderSteps(setup);
    this.served = served;
    this.carrier = carrier;
  }

  /**
   * Does a step, and whatever of those behind it this process does, and passes the order on.
   *
   * @return ends when the order is passed on, or with an {@link OrderFailure}, which is reported
   *     nowhere else
   */
  public CompletableFuture<Void> take(OrderStep step, Passing<O> order) {
    return steps.take(step, () -> done(step, order).thenAccept(next -> carrier.carry(next, order)));
  }

  private CompletionStage<Optional<OrderStep>> done(OrderStep step, Passing<O> order) {
    long began = System.nanoTime();
    CompletionStage<OrderStep> own =
        step == OrderStep.PLACE
            ? CompletableFuture.completedFuture(step)
            : steps.business(step, order.way());
    return own.thenCompose(
        finished -> {
          if (steps.isRequested(step, order.way())) {
            served.accept(began);
          }
          Optional<OrderStep> next = next(step, order.way());
          return next.filter(each -> steps.isHere(each, order.way())).isPresent()
              ? done(next.get(), order)
              : CompletableFuture.completedFuture(next);
        });
  }

  private static Optional<OrderStep> next(OrderStep step, OrderCourse way) {
    boolean localStock = way.isLocal(ServiceRole.PRODUCT);
    return switch (step) {
      case PLACE -> Optional.of(OrderStep.CHECK_STOCK);
      case CHECK_STOCK -> Optional.of(localStock ? OrderStep.DECREMENT_STOCK : OrderStep.INVOICE);
      case INVOICE -> Optional.of(OrderStep.SHIP);
      case SHIP -> localStock ? Optional.empty() : Optional.of(OrderStep.DECREMENT_STOCK);
      case DECREMENT_STOCK -> localStock ? Optional.of(OrderStep.INVOICE) : Optional.empty();
    };
  }

  /** Refuses what comes from now on; returns whether what is under way was passed on in time. */
  public boolean drain(Duration atMost) throws InterruptedException {
    steps.stop();
    return steps.awaitNone(atMost);
  }

  /** Ends the timers: what still waits is never passed on. */
  @Override
  public void close() {
    steps.close();
  }
}
