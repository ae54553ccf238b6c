package io.rpcstress.rpcx.micrometer;

import io.micrometer.core.instrument.MeterRegistry;
import io.rpcstress.rpcx.ClientInterceptor;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Counts and times the calls that a client makes: the timer {@code rpcx.client.calls} with the tags
 * {@code service}, {@code method} and {@code status} (a name of {@link
 * io.rpcstress.rpcx.StatusCode}), and the gauge {@code rpcx.client.in.flight} with the first two.
 *
 * <pre>{@code
 * RPCX rpcx = RPCX.builder().intercept(new ClientMetrics(registry)).build();
 * }</pre>
 *
 * <p>A call is counted when it ends, whether its method waits or returns a future, with all that
 * the interceptors behind this one do; so it stands first. A one-way call ends when its request is
 * handed over. Sizes are not known here. Thread-safe.
 */
public final class ClientMetrics implements ClientInterceptor {
  private final CallMeters meters;

  /**
   * Makes the interceptor.
   *
   * @param registry gets the meters, each with the first call that needs it
   */
  public ClientMetrics(MeterRegistry registry) {
    meters = new CallMeters(registry, "rpcx.client");
  }

  @Override
  public CompletableFuture<@Nullable Object> intercept(Call call, Next next) {
    CallMeters.Running running = meters.begin(call.service(), call.method());
    try {
      CompletableFuture<@Nullable Object> result = next.proceed();
      var unused = result.whenComplete(running);
      return result;
    } catch (RuntimeException | Error e) {
      running.end(e);
      throw e;
    }
  }
}
