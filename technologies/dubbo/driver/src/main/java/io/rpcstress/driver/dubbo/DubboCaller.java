package io.rpcstress.driver.dubbo;

import io.rpcstress.contract.dubbo.Calls;
import io.rpcstress.driver.AsyncCaller;
import io.rpcstress.driver.CallException;
import io.rpcstress.driver.FailureKind;
import io.rpcstress.driver.NetworkFailures;
import io.rpcstress.driver.Replies;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BiFunction;
import org.apache.dubbo.rpc.RpcContext;
import org.jspecify.annotations.Nullable;

/** Calls one method of the service. Thread-safe. */
record DubboCaller<Q, R>(Client client, BiFunction<Calls, Q, R> method)
    implements AsyncCaller<Q, R> {

  @Override
  public R call(Q request) throws CallException, InterruptedException {
    R reply;
    try {
      reply = method.apply(client.calls(), request);
    } catch (Exception e) { // Dubbo throws the server's own, too, as no method declares it
      // Dubbo makes its own exception of it
      if (Thread.interrupted() || NetworkFailures.cause(e, InterruptedException.class) != null) {
        throw new InterruptedException();
      }
      throw Failures.of(e, client.deadline());
    }
    return checked(reply);
  }

  private R checked(@Nullable R reply) throws CallException {
    if (reply == null) {
      throw new CallException(FailureKind.PROTOCOL, "answered by nothing");
    }
    return reply;
  }

  @Override
  public CompletableFuture<R> start(Q request) {
    CompletableFuture<R> started =
        RpcContext.getServiceContext().asyncCall(() -> method.apply(client.calls(), request));
    CompletableFuture<R> reply =
        started.handle(
            (answer, failure) -> {
              try {
                if (failure != null) {
                  throw Failures.of(failure, client.deadline());
                }
                return checked(answer);
              } catch (CallException e) {
                throw new CompletionException(e);
              }
            });
    return Replies.within(reply, client.deadline());
  }
}
