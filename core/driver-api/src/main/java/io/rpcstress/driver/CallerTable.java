package io.rpcstress.driver;

import io.rpcstress.contract.Operation;
import java.util.HashMap;
import java.util.Map;

/**
 * Which caller serves which operation, built by a session once. Keeps the one unchecked cast out of
 * the drivers. Read by many threads; not to be added to once the session is open.
 */
public final class CallerTable {

  /** By the operation's name, which it has with a pack's messages, too. */
  private final Map<String, Maker<?, ?>> makers = new HashMap<>();

  /**
   * Makes a thread's caller.
   *
   * @param <Q> the request
   * @param <R> the reply
   */
  @FunctionalInterface
  public interface Maker<Q, R> {

    /**
     * The caller of one thread.
     *
     * @throws CallException where its connection cannot be made
     */
    Caller<Q, R> make(int thread) throws CallException;
  }

  /** Adds an operation and what makes its callers. */
  public <Q, R> CallerTable on(Operation<Q, R> operation, Maker<Q, R> maker) {
    makers.put(operation.name(), maker);
    return this;
  }

  /**
   * One thread's caller for an operation.
   *
   * @throws CallException where its connection cannot be made
   * @throws IllegalArgumentException if the operation was never added
   */
  public <Q, R> Caller<Q, R> caller(Operation<Q, R> operation, int thread) throws CallException {
    Maker<?, ?> maker = makers.get(operation.name());
    if (maker == null) {
      throw new IllegalArgumentException("operation '" + operation.name() + "' has no caller");
    }
    @SuppressWarnings("unchecked") // on() is the only way in, and it ties the two types together
    Maker<Q, R> typed = (Maker<Q, R>) maker;
    return typed.make(thread);
  }
}
