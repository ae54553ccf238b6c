package io.rpcstress.rpcx;

import java.net.InetSocketAddress;
import java.security.Principal;
import java.util.Collections;
import java.util.List;
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
   * @param arguments decoded, as the method declares them; unmodifiable
   * @param context who calls and how long the caller waits; takes what is sent back beside the
   *     result, also from other threads
   */
  record Call(
      String service,
      String method,
      Map<String, String> metadata,
      List<@Nullable Object> arguments,
      CallContext context) {
    /** Makes the arguments unmodifiable. */
    public Call {
      arguments = Collections.unmodifiableList(arguments);
    }

    /**
     * A call without arguments that came from nowhere, for tests of interceptors.
     *
     * @param service the published name
     * @param method the published name
     * @param metadata what the client sent beside the arguments
     */
    public Call(String service, String method, Map<String, String> metadata) {
      this(service, method, metadata, List.of(), CallContext.detached(metadata));
    }

    /** Who calls: by token or certificate; null if neither identifies it. */
    public @Nullable Principal principal() {
      return context.peer().principal();
    }

    /** Where the call comes from; null if that is not known. */
    public @Nullable InetSocketAddress address() {
      return context.peer().address();
    }

    /** How long the caller still waits, in ns; 0 or less if the deadline has passed. */
    public long remainingNanos() {
      return context.deadlineNanos() - System.nanoTime();
    }

    /**
     * Sends something back beside the result; see {@link CallContext#reply}.
     *
     * @param key the entry's key
     * @param value the entry's value
     */
    public void reply(String key, String value) {
      context.reply(key, value);
    }
  }
}
