package io.rpcstress.rpcx;

import io.rpcstress.rpcx.wire.OwnThread;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The result of a call that is under way, as in the paper: it waits in the client's cache pool
 * under its id until the reply of that id arrives. Ends exactly once: with the value, with an
 * {@link RPCXException} that carries a status, or with its deadline.
 *
 * <p>Completing it otherwise ({@link #cancel}, {@link #complete}, {@link #orTimeout} and so on)
 * gives the call up: the server gets a cancel, and the call takes no place any more. The same holds
 * for a future derived from this one ({@code thenApply}, {@code whenComplete}, {@code copy} and so
 * on).
 *
 * <p>Dependent stages without an executor run on the event loop, or after a deadline on a thread
 * that ends expired calls, and must not wait there: {@link #join} and {@link #get} fail at once.
 * Thread-safe.
 *
 * @param <T> the type of the result
 */
public abstract class RPCXFuture<T> extends CompletableFuture<T> {
  /** For the client. */
  protected RPCXFuture() {}

  /** The id of the request; unique among the calls in flight on its connection. */
  public abstract long id();

  /** For the client: code other than RPCX has completed this, so the reply is not needed. */
  protected abstract void givenUp();

  /** For the client: completes this with what the call gave. */
  protected final boolean end(@Nullable T value) {
    return super.complete(value);
  }

  /** For the client: completes this with why the call gave nothing. */
  protected final boolean endExceptionally(Throwable problem) {
    return super.completeExceptionally(problem);
  }

  private boolean gaveUp(boolean completed) {
    if (completed) {
      givenUp();
    }
    return completed;
  }

  @Override
  public boolean complete(T value) {
    return gaveUp(super.complete(value));
  }

  @Override
  public boolean completeExceptionally(Throwable problem) {
    return gaveUp(super.completeExceptionally(problem));
  }

  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    return gaveUp(super.cancel(mayInterruptIfRunning));
  }

  @Override
  public void obtrudeValue(T value) {
    super.obtrudeValue(value);
    givenUp();
  }

  @Override
  public void obtrudeException(Throwable problem) {
    super.obtrudeException(problem);
    givenUp();
  }

  @Override
  public CompletableFuture<T> completeAsync(Supplier<? extends T> supplier) {
    return completeAsync(supplier, defaultExecutor());
  }

  @Override
  public CompletableFuture<T> completeAsync(Supplier<? extends T> supplier, Executor executor) {
    executor.execute(
        () -> {
          try {
            boolean unused = complete(supplier.get());
          } catch (RuntimeException | Error e) {
            boolean unused = completeExceptionally(e);
          }
        });
    return this;
  }

  private void checkMayWait() {
    if (!isDone() && (OwnThread.isCurrent() || CallContext.onEventLoop())) {
      throw RPCXException.ofCall(
          StatusCode.FAILED_PRECONDITION,
          Thread.currentThread().getName()
              + " is a thread of RPCX, which must not wait for a call: use thenCompose, or give"
              + " the stage an executor (thenApplyAsync); a handler needs"
              + " @Method(blocking = true)",
          null);
    }
  }

  @Override
  public T join() {
    checkMayWait();
    return super.join();
  }

  @Override
  public T get() throws InterruptedException, ExecutionException {
    checkMayWait();
    return super.get();
  }

  @Override
  public T get(long timeout, TimeUnit unit)
      throws InterruptedException, ExecutionException, TimeoutException {
    checkMayWait();
    return super.get(timeout, unit);
  }

  /** A future that depends on this one; giving it up gives up the call. */
  @Override
  public <U> CompletableFuture<U> newIncompleteFuture() {
    return new Derived<>(this);
  }

  /** What a stage of a call ends with. */
  private static final class Derived<T> extends RPCXFuture<T> {
    private final RPCXFuture<? extends @Nullable Object> source;

    Derived(RPCXFuture<? extends @Nullable Object> source) {
      this.source = source;
    }

    @Override
    public long id() {
      return source.id();
    }

    @Override
    protected void givenUp() {
      boolean unused = source.cancel(true);
    }
  }
}
