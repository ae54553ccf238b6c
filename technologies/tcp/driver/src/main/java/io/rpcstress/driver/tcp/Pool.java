package io.rpcstress.driver.tcp;

import io.rpcstress.driver.CallException;
import io.rpcstress.driver.DeadlineExceededException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Connections that threads borrow for one call each. Waiting for one is part of the call, as it is
 * for a user. Thread-safe.
 */
final class Pool implements Exchange {

  private final BlockingQueue<OneAtATime> idle;
  private final Duration deadline;

  Pool(List<OneAtATime> connections, Duration deadline) {
    this.idle = new ArrayBlockingQueue<>(connections.size(), false, connections);
    this.deadline = deadline;
  }

  @Override
  public <Q, R> R call(LineFormat<Q, R> format, Q request)
      throws CallException, InterruptedException {
    OneAtATime connection = idle.poll(deadline.toNanos(), TimeUnit.NANOSECONDS);
    if (connection == null) {
      throw new DeadlineExceededException(deadline);
    }
    try {
      return connection.call(format, request);
    } finally {
      idle.add(connection);
    }
  }
}
