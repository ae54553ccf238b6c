package io.rpcstress.rpcx.client;

import io.rpcstress.rpcx.ClientInterceptor;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The rest of a chain of interceptors, and the call at its end. */
final class Interception implements ClientInterceptor.Next {
  private final Client client;
  private final Endpoint endpoint;
  private final RemoteMethod method;
  private final @Nullable Object @Nullable [] arguments;
  private final ClientInterceptor.Call call;
  private final InterceptedCall whole;
  private final List<ClientInterceptor> rest;

  Interception(
      Client client,
      Endpoint endpoint,
      RemoteMethod method,
      @Nullable Object @Nullable [] arguments,
      ClientInterceptor.Call call,
      InterceptedCall whole,
      List<ClientInterceptor> rest) {
    this.client = client;
    this.endpoint = endpoint;
    this.method = method;
    this.arguments = arguments;
    this.call = call;
    this.whole = whole;
    this.rest = rest;
  }

  @Override
  public CompletableFuture<@Nullable Object> proceed() {
    if (rest.isEmpty()) {
      PendingCall attempt =
          client.start(method, endpoint, arguments, call.metadata(), false, whole.remainingNanos());
      whole.started(attempt);
      return attempt;
    }
    List<ClientInterceptor> after = rest.subList(1, rest.size());
    return rest.get(0)
        .intercept(call, new Interception(client, endpoint, method, arguments, call, whole, after));
  }
}
