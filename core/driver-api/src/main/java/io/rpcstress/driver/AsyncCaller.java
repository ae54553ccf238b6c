package io.rpcstress.driver;

import java.util.concurrent.CompletableFuture;

/**
 * A caller that can have several calls open at once: a stream whose replies are matched by id, a
 * multiplexed connection, a broker. What pipelines and open loops need.
 */
public interface AsyncCaller<Q, R> extends Caller<Q, R> {

  /**
   * Starts a call and returns at once, without waiting for the wire.
   *
   * <p>May be called from any thread. The future ends exactly once: with the reply to this very
   * request, matched by id or by the order that the protocol guarantees; with a {@link
   * DeadlineExceededException}; or with another {@link CallException}. It may end on a thread of
   * the technology, which the rig never blocks. Replies may come in any order.
   */
  CompletableFuture<R> start(Q request);
}
