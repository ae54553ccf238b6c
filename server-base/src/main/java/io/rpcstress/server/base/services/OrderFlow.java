package io.rpcstress.server.base.services;

import io.rpcstress.contract.Confirmation;
import io.rpcstress.contract.OrderStep;
import io.rpcstress.contract.ServiceRole;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What the services of this process do with an order, whatever carries it: the order service has
 * the stock checked, the invoice written and the stock decremented, one after the other; the
 * customer service, which writes the invoice, has the order shipped. Four steps wait instead of
 * doing business: two of the product service, one each of customer and shipping service. A step of
 * a role that this process has costs no call.
 *
 * <p>Nobody waits on a thread: timers end the steps, so the orders under way are bounded by {@link
 * #MAX_ORDERS} alone. Thread-safe.
 *
 * @param <O> an order as the technology has it, which is passed on as it came
 */
public final class OrderFlow<O> implements AutoCloseable {

  /** Steps that may be under way in a process; what comes beyond them is refused. */
  public static final int MAX_ORDERS = 2048;

  /** How long one service may wait for another: longer than a client waits unless it is told. */
  public static final Duration INNER_DEADLINE = Duration.ofSeconds(10);

  /** How long making a connection to another service may take. */
  public static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(3);

  /** They only pass on what is to be done next. */
  private static final int TIMER_THREADS = 2;

  private final ServiceSetup setup;
  private final Runnable served;
  private final Peers<O> peers;
  private final ScheduledThreadPoolExecutor timer;
  private final AtomicInteger underWay = new AtomicInteger();
  private volatile boolean stopped;

  /**
   * How a technology calls another service. Thread-safe; waits for nothing.
   *
   * @param <O> an order as the technology has it
   */
  @FunctionalInterface
  public interface Peers<O> {

    /**
     * Asks the service whose step it is.
     *
     * @return ends within {@link #INNER_DEADLINE}, on any thread, with what that service confirmed
     */
    CompletionStage<Confirmation> call(OrderStep step, O order);
  }

  /**
   * An order on its way.
   *
   * @param <O> an order as the technology has it
   * @param id its id
   * @param localStock whether the order service waits for the stock itself
   * @param body what is passed on
   */
  public record Passing<O>(long id, boolean localStock, O body) {}

  /**
   * The services of a process.
   *
   * @param served told of each step that another process asked for and that is done
   * @param peers how the others are called
   */
  public OrderFlow(ServiceSetup setup, Runnable served, Peers<O> peers) {
    this.setup = setup;
    this.served = served;
    this.peers = peers;
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
   * Does a step that another process asks for. Counts it as served where it is done, before whoever
   * waits for it is told; who answers counts a failure.
   *
   * @return ends with the order's confirmation, or with an {@link OrderFailure}
   */
  public CompletableFuture<Confirmation> take(OrderStep step, Passing<O> order) {
    if (!setup.roles().contains(step.role())) {
      return CompletableFuture.failedFuture(
          new OrderFailure(
              OrderFailure.Kind.REFUSED,
              "this is no %s service: the order was sent to another one"
                  .formatted(step.role().label())));
    }
    if (stopped) {
      return CompletableFuture.failedFuture(
          new OrderFailure(OrderFailure.Kind.OVERLOADED, "this service is being stopped"));
    }
    if (underWay.incrementAndGet() > MAX_ORDERS) {
      underWay.decrementAndGet();
      return CompletableFuture.failedFuture(
          new OrderFailure(
              OrderFailure.Kind.OVERLOADED,
              "more than " + MAX_ORDERS + " orders at a time: send it later"));
    }
    CompletableFuture<Confirmation> done = new CompletableFuture<>();
    CompletionStage<OrderStep> unused =
        begun(step, order)
            .whenComplete(
                (nothing, problem) -> {
                  underWay.decrementAndGet();
                  if (problem == null) {
                    served.run();
                    done.complete(Confirmation.of(order.id()));
                  } else {
                    done.completeExceptionally(OrderFailure.of(problem));
                  }
                });
    return done;
  }

  /** Whatever a technology throws ends the order, and nothing else. */
  private CompletionStage<OrderStep> begun(OrderStep step, Passing<O> order) {
    try {
      return done(step, order);
    } catch (RuntimeException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private CompletionStage<OrderStep> done(OrderStep step, Passing<O> order) {
    return switch (step) {
      case PLACE ->
          next(OrderStep.CHECK_STOCK, order)
              .thenCompose(checked -> next(OrderStep.INVOICE, order))
              .thenCompose(invoiced -> next(OrderStep.DECREMENT_STOCK, order));
      case INVOICE -> business(step).thenCompose(written -> next(OrderStep.SHIP, order));
      case CHECK_STOCK, SHIP, DECREMENT_STOCK -> business(step);
    };
  }

  private CompletionStage<OrderStep> next(OrderStep step, Passing<O> order) {
    boolean isHere =
        setup.roles().contains(step.role())
            || (order.localStock() && step.role() == ServiceRole.PRODUCT);
    return isHere ? done(step, order) : asked(step, order);
  }

  private CompletionStage<OrderStep> asked(OrderStep step, Passing<O> order) {
    String service = step.role().label();
    return peers
        .call(step, order.body())
        .handle(
            (confirmation, problem) -> {
              if (problem == null
                  && confirmation != null
                  && confirmation.success()
                  && confirmation.order() == order.id()) {
                return CompletableFuture.completedFuture(step);
              }
              String why =
                  problem != null
                      ? OrderFailure.described(cause(problem))
                      : "it confirmed another order, or none";
              return CompletableFuture.<OrderStep>failedFuture(
                  new OrderFailure(
                      OrderFailure.Kind.PEER_FAILED, "the " + service + " service: " + why));
            })
        .thenCompose(each -> each);
  }

  private static Throwable cause(Throwable problem) {
    Throwable cause = problem.getCause();
    return problem instanceof CompletionException && cause != null ? cause : problem;
  }

  /** What a service would do is to wait. */
  private CompletionStage<OrderStep> business(OrderStep step) {
    if (setup.stepTime().isZero()) {
      return CompletableFuture.completedFuture(step);
    }
    CompletableFuture<OrderStep> done = new CompletableFuture<>();
    ScheduledFuture<?> unused =
        timer.schedule(() -> done.complete(step), setup.stepTime().toNanos(), TimeUnit.NANOSECONDS);
    return done;
  }

  /** Refuses what comes from now on; what is under way goes on. */
  public void stop() {
    stopped = true;
  }

  /** How many steps are under way. */
  public int underWay() {
    return underWay.get();
  }

  /** Ends the timers: what still waits is never answered. */
  @Override
  public void close() {
    timer.shutdownNow();
  }
}
