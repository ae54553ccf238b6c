package io.rpcstress.driver.grpc;

import io.grpc.Channel;
import io.grpc.stub.StreamObserver;
import io.rpcstress.driver.CallException;
import java.util.function.BiFunction;
import java.util.function.ToLongFunction;

/**
 * One operation as a bidirectional stream with a generated stub. Stateless and safe for use by many
 * threads.
 *
 * @param open opens a stream, whose answers go to the observer
 * @param id the call that an answer belongs to
 */
record StreamMethod<Q, R, M, A>(
    BiFunction<Channel, StreamObserver<A>, StreamObserver<M>> open,
    Message<Q, M> message,
    ToLongFunction<A> id,
    Reply<A, R> reply) {
  interface Message<Q, M> {
    M of(long id, Q request);
  }

  interface Reply<A, R> {
    /** The reply in it. */
    R in(A answer) throws CallException;
  }
}
