package io.rpcstress.driver;

import io.rpcstress.contract.Operation;

/** A session whose callers come out of a table and that ends one thing. */
public final class SharedSession implements Session {

  private final CallerTable callers;
  private final Runnable end;

  /**
   * A session.
   *
   * @param callers which caller serves which operation
   * @param end ends every connection and thread; throws nothing
   */
  public SharedSession(CallerTable callers, Runnable end) {
    this.callers = callers;
    this.end = end;
  }

  @Override
  public <Q, R> Caller<Q, R> caller(Operation<Q, R> operation, int thread) throws CallException {
    return callers.caller(operation, thread);
  }

  @Override
  public void close() {
    end.run();
  }
}
