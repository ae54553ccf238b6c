package io.rpcstress.rpcx;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Stands around every call that a service centre serves: checks who may, measures, notes. Called on
 * the thread of the handler (the event loop, unless the method is marked as blocking), after types
 * were checked; must be thread-safe.
 *
 * <pre>{@code
 * ServerInterceptor guard = (call, next) -> {
 *   if (!allowed(call.metadata().get("user"), call.method())) {
 *     throw new RPCXException(StatusCode.PERMISSION_DENIED, "not for you");
 *   }
 *   return next.proceed();
 * };
 * }</pre>
 */
@FunctionalInterface
public interface ServerInterceptor {
  /**
   * Runs the handler, or does not.
   *
   * @param call what is called
   * @param next goes on
   * @return what the handler returns, or something else of its type
   * @throws Exception {@link RPCXException} to choose the status; any other is INTERNAL
   */
  @Nullable Object intercept(Call call, Next next) throws Exception;

  /** Goes on with the next interceptor, at last with the handler. */
  @FunctionalInterface
  interface Next {
    /**
     * Goes on.
     *
     * @return what the handler returns
     * @throws Exception what the handler throws
     */
    @Nullable Object proceed() throws Exception;
  }

  /**
   * A call that is about to be served.
   *
   * @param service the published name
   * @param method the published name
   * @param metadata what the client sent beside the arguments; unmodifiable
   */
  record Call(String service, String method, Map<String, String> metadata) {}
}
