package io.rpcstress.rpcx;

import java.util.concurrent.CompletableFuture;

/**
 * The result of a call that is under way, as in the paper: it waits in the client's cache pool
 * under its random id until the reply of that id arrives. Ends exactly once: with the value, with
 * an {@link RPCXException} that carries a status, or with its deadline. {@link #cancel} tells the
 * server, also if it is the cancel of a future derived from this one ({@code thenApply}, {@code
 * whenComplete}, {@code copy} and so on).
 *
 * <p>Dependent stages without an executor run on the event loop, or after a deadline on a thread
 * that ends expired calls, and must not wait. Thread-safe.
 *
 * @param <T> the type of the result
 */
public abstract class RPCXFuture<T> extends CompletableFuture<T> {
  /** For the client. */
  protected RPCXFuture() {}

  /** The id of the request; unique among the calls in flight on its connection. */
  public abstract long id();

  /** A future that depends on this one; cancelling it cancels the call. */
  @Override
  public <U> CompletableFuture<U> newIncompleteFuture() {
    return new Derived<>(this);
  }

  /** What a stage of a call ends with. */
  private static final class Derived<T> extends RPCXFuture<T> {
    private final RPCXFuture<?> source;

    Derived(RPCXFuture<?> source) {
      this.source = source;
    }

    @Override
    public long id() {
      return source.id();
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
      boolean cancelled = super.cancel(mayInterruptIfRunning);
      if (cancelled) {
        boolean unused = source.cancel(mayInterruptIfRunning);
      }
      return cancelled;
    }
  }
}
