package io.rpcstress.rpcx.micrometer;

import io.micrometer.core.instrument.MeterRegistry;
import io.rpcstress.rpcx.ServerInterceptor;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Counts and times the calls that a service centre serves: the timer {@code rpcx.server.calls} with
 * the tags {@code service}, {@code method} and {@code status} (a name of {@link
 * io.rpcstress.rpcx.StatusCode}), and the gauge {@code rpcx.server.in.flight} with the first two.
 *
 * <pre>{@code
 * ServiceCentre.builder().publish(service).intercept(new ServerMetrics(registry)).start();
 * }</pre>
 *
 * <p>The time is the handler's, to the end of the future if it returns one, with what the
 * interceptors behind this one do; so it stands first. What the service centre refuses before it
 * asks a handler (unknown names, wrong types, overload, a deadline that has passed) is not seen
 * here, but by the client. Thread-safe.
 */
public final class ServerMetrics implements ServerInterceptor {
  private final CallMeters meters;

  /**
   * Makes the interceptor.
   *
   * @param registry gets the meters, each with the first call that needs it
   */
  public ServerMetrics(MeterRegistry registry) {
    meters = new CallMeters(registry, "rpcx.server");
  }

  @Override
  public @Nullable Object intercept(Call call, Next next) throws Exception {
    CallMeters.Running running = meters.begin(call.service(), call.method());
    Object value;
    try {
      value = next.proceed();
    } catch (Exception | Error e) {
      running.end(e);
      throw e;
    }
    if (value instanceof CompletionStage<?> stage) {
      // Not what depends on it: the cancel of the caller must reach the handler's own future.
      var unused = stage.whenComplete(running);
    } else {
      running.end(null);
    }
    return value;
  }
}
