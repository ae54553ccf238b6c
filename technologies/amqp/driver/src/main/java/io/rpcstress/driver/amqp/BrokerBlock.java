package io.rpcstress.driver.amqp;

import com.rabbitmq.client.BlockedListener;
import io.rpcstress.contract.PrintableText;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.DeadlineExceededException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Whether the broker takes messages of a connection now: one that is low on disk or memory reports
 * that it reads no more. What would be written then is held until it does, or until its call ends:
 * in the sockets between, requests of calls that have ended would still reach the services.
 * Thread-safe.
 */
final class BrokerBlock implements BlockedListener {

  private static final int MAX_REASON_CHARS = 200;

  private final Executor releasing;
  private final Set<Runnable> held = new LinkedHashSet<>();
  private volatile @Nullable String reason;

  /** None yet. What was held is written by another thread: the one that reports has to read on. */
  BrokerBlock(Executor releasing) {
    this.releasing = releasing;
  }

  /**
   * What ended by its time while the broker took none, which is no fault of the connection's.
   *
   * @param time how long it had
   * @param otherwise what it is where the broker takes messages
   */
  CallException explained(Duration time, CallException otherwise) {
    String why = reason;
    return why == null
        ? otherwise
        : new DeadlineExceededException(time, "the broker takes no messages (%s)".formatted(why));
  }

  /**
   * Holds a request while the broker takes none.
   *
   * @param reply where it ends first, the request is not made
   * @param request makes it; equal to no other
   * @return whether it is held; otherwise it is to be made now
   */
  boolean holds(CompletableFuture<?> reply, Runnable request) {
    if (reason == null) {
      return false;
    }
    synchronized (this) {
      if (reason == null) {
        return false;
      }
      held.add(request);
    }
    var unused = reply.whenComplete((answer, failure) -> drop(request));
    return true;
  }

  private synchronized void drop(Runnable request) {
    held.remove(request);
  }

  @Override
  public synchronized void handleBlocked(String why) {
    reason = PrintableText.of(why, MAX_REASON_CHARS);
  }

  /** Also where the connection has ended: then those requests fail as others do. */
  @Override
  public void handleUnblocked() {
    List<Runnable> requests;
    synchronized (this) {
      reason = null;
      requests = List.copyOf(held);
      held.clear();
    }
    if (requests.isEmpty()) {
      return;
    }
    Runnable all = () -> requests.forEach(Runnable::run);
    try {
      releasing.execute(all);
    } catch (RejectedExecutionException closed) {
      all.run(); // on a connection that has ended: nothing is written
    }
  }
}
