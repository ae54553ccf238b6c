package io.rpcstress.driver.grpc;

import com.google.common.util.concurrent.ListenableFuture;
import io.grpc.Channel;
import io.grpc.stub.AbstractStub;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * One operation as a unary method with generated stubs. Stateless and safe for use by many threads.
 */
record UnaryMethod<Q, R, B extends AbstractStub<B>, F extends AbstractStub<F>, M, A>(
    Function<Channel, B> blocking,
    Function<Channel, F> futures,
    BiFunction<B, M, A> call,
    BiFunction<F, M, ListenableFuture<A>> start,
    Function<Q, M> message,
    Function<A, R> reply) {}
