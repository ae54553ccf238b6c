package io.rpcstress.driver.grpc;

import io.grpc.Channel;
import io.grpc.stub.StreamObserver;
import io.rpcstress.driver.CallException;

/**
 * One operation as a bidirectional stream with a generated stub: the one class that gRPC's streams
 * need for it. Stateless and safe for use by many threads.
 *
 * @param <Q> what is asked
 * @param <R> what is answered
 * @param <M> the message that asks
 * @param <A> the message that answers
 */
interface StreamMethod<Q, R, M, A> {

  /** Opens a stream. */
  StreamObserver<M> open(Channel channel, StreamObserver<A> answers);

  /** A call with an id of its own. */
  M message(long id, Q request);

  /** Which call an answer is of. */
  long id(A answer);

  /**
   * The reply in an answer.
   *
   * @throws CallException where the server refused the call, or the answer says nothing
   */
  R reply(A answer) throws CallException;
}
