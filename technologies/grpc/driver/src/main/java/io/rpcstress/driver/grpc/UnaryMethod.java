package io.rpcstress.driver.grpc;

import com.google.common.util.concurrent.ListenableFuture;
import io.grpc.Channel;
import io.grpc.stub.AbstractStub;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * One operation as a unary method with generated stubs. Stateless and safe for use by many threads.
 *
 * @param blocking makes the stub that waits
 * @param futures makes the stub that does not
 * @param call calls and waits; throws an {@link io.grpc.StatusRuntimeException} where that failed
 * @param start calls and does not wait
 * @param message writes a request
 * @param reply reads a reply
 * @param <Q> the request
 * @param <R> the reply
 * @param <B> the stub that waits
 * @param <F> the stub that gives futures
 * @param <M> the message of a request
 * @param <A> the message of a reply
 */
record UnaryMethod<Q, R, B extends AbstractStub<B>, F extends AbstractStub<F>, M, A>(
    Function<Channel, B> blocking,
    Function<Channel, F> futures,
    BiFunction<B, M, A> call,
    BiFunction<F, M, ListenableFuture<A>> start,
    Function<Q, M> message,
    Function<A, R> reply) {}
