package io.rpcstress.rpcx;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Stands around every call that a client makes: adds metadata, measures, tries again. Called on the
 * thread that makes the call; must be thread-safe and must not wait.
 *
 * <pre>{@code
 * ClientInterceptor trace = (call, next) -> {
 *   call.metadata().put("trace", newTraceId());
 *   return next.proceed();
 * };
 * }</pre>
 */
@FunctionalInterface
public interface ClientInterceptor {
  /**
   * Makes the call, or does not.
   *
   * @param call what is called
   * @param next goes on; each use is one more attempt
   * @return what the caller gets
   */
  CompletableFuture<@Nullable Object> intercept(Call call, Next next);

  /** Goes on with the next interceptor, at last with the call itself. */
  @FunctionalInterface
  interface Next {
    /**
     * Goes on.
     *
     * @return the result; fails with {@link RPCXException}
     */
    CompletableFuture<@Nullable Object> proceed();
  }

  /**
   * A call that is about to be made.
   *
   * @param service the published name
   * @param method the published name
   * @param arguments unmodifiable
   * @param metadata what travels beside the arguments; can be changed; at most 32 entries of at
   *     most 4,096 bytes a part
   * @param reply what the server sends beside the result
   */
  record Call(
      String service,
      String method,
      List<@Nullable Object> arguments,
      Map<String, String> metadata,
      Reply reply) {
    /** Makes the arguments unmodifiable. */
    public Call {
      arguments = Collections.unmodifiableList(arguments);
    }

    /**
     * A call whose reply carries no metadata.
     *
     * @param service the published name
     * @param method the published name
     * @param arguments unmodifiable
     * @param metadata what travels beside the arguments; can be changed
     */
    public Call(
        String service,
        String method,
        List<@Nullable Object> arguments,
        Map<String, String> metadata) {
      this(service, method, arguments, metadata, Map::of);
    }
  }

  /** The server's answer to the last attempt of a call; thread-safe. */
  @FunctionalInterface
  interface Reply {
    /**
     * What the server sent beside the result, or beside the status of a call that failed.
     *
     * @return unmodifiable; empty before the attempt has ended, and if there is none
     */
    Map<String, String> metadata();
  }
}
