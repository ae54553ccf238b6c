package io.rpcstress.driver.grpc;

import com.google.common.util.concurrent.ListenableFuture;
import io.grpc.Channel;
import io.grpc.stub.AbstractStub;

/**
 * One operation as a unary method with generated stubs: the one class that gRPC needs for it.
 * Stateless and safe for use by many threads.
 *
 * @param <Q> what is asked
 * @param <R> what is answered
 * @param <B> the stub that waits
 * @param <F> the stub that gives futures
 * @param <M> the message that comes back
 */
interface UnaryMethod<Q, R, B extends AbstractStub<B>, F extends AbstractStub<F>, M> {

  /** A stub that waits. */
  B blocking(Channel channel);

  /** A stub that does not. */
  F futures(Channel channel);

  /**
   * Calls and waits.
   *
   * @throws io.grpc.StatusRuntimeException where the call failed
   */
  M call(B stub, Q request);

  /** Calls and does not wait. */
  ListenableFuture<M> start(F stub, Q request);

  /** The reply in a message. */
  R reply(M message);
}
