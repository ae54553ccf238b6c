package io.rpcstress.driver.tcp;

import io.rpcstress.driver.AsyncCaller;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.Replies;
import java.time.Duration;

/**
 * One connection that many calls share. The server answers in the order of the requests, so the
 * oldest open call is the one a line answers; a call that gave up keeps its place until its line
 * has come. Thread-safe.
 */
abstract class SharedConnection implements Exchange {

  private final Duration deadline;

  SharedConnection(Duration deadline) {
    this.deadline = deadline;
  }

  abstract SharedConnection connect() throws CallException;

  /** Sends a request, or hands it to a thread that does; a caller may end the reply earlier. */
  abstract <Q, R> Reply<R> send(LineFormat<Q, R> format, Q request);

  /** Ends the connection and every call on it. */
  abstract void shutDown();

  @Override
  public final <Q, R> R call(LineFormat<Q, R> format, Q request)
      throws CallException, InterruptedException {
    return Replies.await(send(format, request), deadline);
  }

  @Override
  public final <Q, R> AsyncCaller<Q, R> caller(LineFormat<Q, R> format) {
    return Replies.caller(request -> send(format, request), deadline);
  }

  /** Threads share it: the session ends it, in {@link #shutDown}. */
  @Override
  public final void close() {}
}
