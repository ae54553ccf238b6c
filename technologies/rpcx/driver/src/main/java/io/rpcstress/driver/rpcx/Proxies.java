package io.rpcstress.driver.rpcx;

import io.rpcstress.rpcx.RPCX;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * One operation behind RPCX's proxies: the one class that RPCX needs for it. Stateless and safe for
 * use by many threads.
 *
 * @param <Q> the request
 * @param <R> the reply
 */
interface Proxies<Q, R> {

  /**
   * Calls through a proxy that waits; the client gives every thread the same one. The function
   * throws {@link io.rpcstress.rpcx.RPCXException} where a call fails.
   */
  Function<Q, R> waiting(RPCX rpcx);

  /** The same through a proxy that returns futures. */
  Function<Q, CompletableFuture<R>> starting(RPCX rpcx);
}
