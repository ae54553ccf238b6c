package io.rpcstress.rpcx.server;

import io.rpcstress.rpcx.ServerInterceptor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rest of a chain of interceptors, and the handler at its end. */
final class Interception implements ServerInterceptor.Next {
  private final PublishedMethod method;
  private final @Nullable Object[] arguments;
  private final ServerInterceptor.Call call;
  private final List<ServerInterceptor> rest;

  Interception(
      PublishedMethod method,
      @Nullable Object[] arguments,
      ServerInterceptor.Call call,
      List<ServerInterceptor> rest) {
    this.method = method;
    this.arguments = arguments;
    this.call = call;
    this.rest = rest;
  }

  @Override
  public @Nullable Object proceed() throws Exception {
    if (rest.isEmpty()) {
      return method.invoke(arguments);
    }
    List<ServerInterceptor> after = rest.subList(1, rest.size());
    return rest.get(0).intercept(call, new Interception(method, arguments, call, after));
  }
}
