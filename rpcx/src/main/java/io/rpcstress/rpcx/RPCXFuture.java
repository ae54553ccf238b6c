package io.rpcstress.rpcx;

import java.util.concurrent.CompletableFuture;

/**
 * The result of a call that is under way, as in the paper: it waits in the client's cache pool
 * under its random id until the reply of that id arrives. Ends exactly once: with the value, with
 * an {@link RPCXException} that carries a status, or with its deadline. {@link #cancel} tells the
 * server.
 *
 * <p>Dependent stages without an executor run on the event loop and must not wait.
 *
 * @param <T> the type of the result
 */
public abstract class RPCXFuture<T> extends CompletableFuture<T> {
  /** For the client. */
  protected RPCXFuture() {}

  /** The id of the request; unique among the calls in flight on its connection. */
  public abstract long id();
}
