package io.rpcstress.driver;

import io.rpcstress.contract.Operation;

/**
 * What all calling threads of a process share. Lives from order 0 to the last order of a point, so
 * its connections stay. Safe for use by many threads.
 */
public interface Session extends AutoCloseable {

  /**
   * Makes one thread's caller. Called by the thread that will use it, inside the clock of order 0.
   * May open a connection of its own.
   *
   * @param operation what will be called; one of {@link Technology#operations()}
   * @param thread which calling thread, from 0 to {@link DriverOptions#threads()} - 1
   * @throws CallException where the caller's connection cannot be made
   */
  <Q, R> Caller<Q, R> caller(Operation<Q, R> operation, int thread) throws CallException;

  /**
   * Ends every connection and thread that the session made. Called once, after all its callers were
   * closed; not inside any clock. Throws nothing.
   */
  @Override
  void close();
}
