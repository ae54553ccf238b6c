package io.rpcstress.driver;

/**
 * How one calling thread makes its calls, one after the other. Used by one thread at a time; a
 * later order may use it from another thread, with a happens-before edge between the two. A caller
 * that can have several calls open at once is an {@link AsyncCaller} too.
 */
public interface Caller<Q, R> extends AutoCloseable {

  /**
   * Makes one call and waits for its reply.
   *
   * <p>Must return or throw by the deadline in {@link DriverOptions#deadline()}, and must notice
   * the thread's interruption no later than that. Must not retry, and must not check the reply: the
   * rig does, for all technologies alike.
   *
   * @return the reply as the technology decoded it
   * @throws DeadlineExceededException where the deadline came first; a late reply must never be
   *     taken for the answer to a later call
   * @throws CallException where the call failed otherwise. After it the next call may be made: a
   *     caller that lost its connection connects again by itself, or fails again
   * @throws InterruptedException where the thread was interrupted
   */
  R call(Q request) throws CallException, InterruptedException;

  /** Ends what this caller alone holds. Called once, by any thread, when no call is open. */
  @Override
  default void close() {}
}
