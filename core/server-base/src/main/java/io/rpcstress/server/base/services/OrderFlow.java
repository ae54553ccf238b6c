package io.rpcstress.server.base.services;

import io.rpcstress.contract.Confirmation;
import io.rpcstress.contract.OrderCourse;
import io.rpcstress.contract.OrderStep;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/**
 * What the services of this process do with an order, whatever carries it: the order service has
 * the stock checked, the invoice written and the stock decremented, one after the other; the
 * customer service, which writes the invoice, has the order shipped. Four steps wait instead of
 * doing business: two of the product service, one each of customer and shipping service. A step of
 * a role that this process has costs no call.
 *
 * <p>No thread waits: timers end the steps, so the orders under way are bounded by {@link
 * #MAX_ORDERS} alone. {@link OrderRelay} does the same without a conductor. Thread-safe.
 *
 * @param <O> an order as the technology has it, which is passed on as it came
 */
public final class OrderFlow<O> implements AutoCloseable {

  /** Steps that may be under way in a process; what comes beyond them is refused. */
  public static final int MAX_ORDERS = 2048;

  /** How long one service may wait for another: longer than a client waits by default. */
  public static final Duration INNER_DEADLINE = Duration.ofSeconds(10);

  /** How long making a connection to another service may take. */
  public static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);

  private final OrderSteps steps;
  private final LongConsumer served;
  private final Peers<O> peers;
  private final Duration innerDeadline;

  /** How a technology calls another service. Thread-safe; waits for nothing. */
  @FunctionalInterface
  public interface Peers<O> {

    /**
     * Asks the service whose step it is.
     *
     * @return ends on any thread with what that service confirmed; where it has not by {@link
     *     #INNER_DEADLINE} it is no longer waited for and its future cancelled, which should end
     *     what it holds
     */
    CompletionStage<Confirmation> call(OrderStep step, O order);
  }

  /** An order on its way through the services. */
  public record Passing<O>(long id, OrderCourse way, O body) {}

  /**
   * The services of a process.
   *
   * @param served receives each finished step that another process requested, with its start, as
   *     {@link System#nanoTime}, plus the time that it waited for other services
   */
  public OrderFlow(ServiceSetup setup, LongConsumer served, Peers<O> peers) {
    this(setup, served, peers, INNER_DEADLINE);
  }

  OrderFlow(ServiceSetup setup, LongConsumer served, Peers<O> peers, Duration innerDeadline) {
    this.steps = new OrderSteps(setup);
    this.served = served;
    this.peers = peers;
    this.innerDeadline = innerDeadline;
  }

  /**
   * Does a step that another process requests. Counts it as served where it is done, before its
   * caller is notified; a failure is counted where it is answered.
   *
   * @return ends with the order's confirmation, or with an {@link OrderFailure}
   */
  public CompletableFuture<Confirmation> take(OrderStep step, Passing<O> order) {
    long began = System.nanoTime();
    AtomicLong waited = new AtomicLong(); // for other services, ns
    return steps.take(
        step,
        () ->
            done(step, order, waited)
                .thenApply(
                    last -> {
                      served.accept(began + waited.get());
                      return Confirmation.of(order.id());
                    }));
  }

  private CompletionStage<OrderStep> done(OrderStep step, Passing<O> order, AtomicLong waited) {
    return switch (step) {
      case PLACE ->
          next(OrderStep.CHECK_STOCK, order, waited)
              .thenCompose(checked -> next(OrderStep.INVOICE, order, waited))
              .thenCompose(invoiced -> next(OrderStep.DECREMENT_STOCK, order, waited));
      case INVOICE ->
          steps
              .business(step, order.way())
              .thenCompose(written -> next(OrderStep.SHIP, order, waited));
      case CHECK_STOCK, SHIP, DECREMENT_STOCK -> steps.business(step, order.way());
    };
  }

  private CompletionStage<OrderStep> next(OrderStep step, Passing<O> order, AtomicLong waited) {
    return steps.isHere(step, order.way())
        ? done(step, order, waited)
        : remote(step, order, waited);
  }

  private CompletionStage<OrderStep> remote(OrderStep step, Passing<O> order, AtomicLong waited) {
    long began = System.nanoTime();
    CompletableFuture<Confirmation> reply = peers.call(step, order.body()).toCompletableFuture();
    // What ends by the clock is a copy, so that the call itself can still be cancelled.
    CompletionStage<Confirmation> inTime =
        reply.copy().orTimeout(innerDeadline.toNanos(), TimeUnit.NANOSECONDS);
    return inTime
        .handle(
            (confirmation, problem) -> {
              waited.addAndGet(System.nanoTime() - began);
              if (problem == null
                  && confirmation != null
                  && confirmation.success()
                  && confirmation.order() == order.id()) {
                return CompletableFuture.completedFuture(step);
              }
              String why = "it confirmed another order, or none";
              if (problem != null && !reply.isDone()) {
                cancel(reply);
                why = "no reply within " + innerDeadline.toMillis() + " ms";
              } else if (problem != null) {
                why = OrderFailure.described(cause(problem));
              }
              return CompletableFuture.<OrderStep>failedFuture(
                  new OrderFailure(
                      OrderFailure.Kind.PEER_FAILED, OrderFailure.unreachable(step, why)));
            })
        .thenCompose(each -> each);
  }

  @SuppressWarnings("Interruption") // java.net.http gives up an exchange for nothing less
  private static void cancel(CompletableFuture<Confirmation> reply) {
    reply.cancel(true);
  }

  private static Throwable cause(Throwable problem) {
    Throwable cause = problem.getCause();
    return problem instanceof CompletionException && cause != null ? cause : problem;
  }

  public int underWay() {
    return steps.underWay();
  }

  /** Ends the timers: what still waits is never answered. */
  @Override
  public void close() {
    steps.close();
  }
}
