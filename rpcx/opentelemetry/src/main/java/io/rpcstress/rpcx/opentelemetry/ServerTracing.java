package io.rpcstress.rpcx.opentelemetry;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.context.propagation.TextMapPropagator;
import io.rpcstress.rpcx.ServerInterceptor;
import io.rpcstress.rpcx.StatusCode;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Makes a SERVER span of every call that a service centre serves, as part of the trace whose
 * context the client sent. The span is current while the handler runs on its thread, so that the
 * calls that it makes are part of the trace; it ends with the handler's future if it returns one.
 *
 * <pre>{@code
 * ServiceCentre.builder().publish(service).intercept(new ServerTracing(openTelemetry)).start();
 * }</pre>
 *
 * <p>Names and attributes are those of {@link ClientTracing}. Errors are the statuses that mean
 * that the server failed, not those by which it reports to the caller what the caller did wrong. A
 * context that is none is ignored; the wire bounds its size. Thread-safe.
 */
public final class ServerTracing implements ServerInterceptor {
  private static final Set<StatusCode> ERRORS =
      EnumSet.of(
          StatusCode.UNKNOWN,
          StatusCode.DEADLINE_EXCEEDED,
          StatusCode.UNIMPLEMENTED,
          StatusCode.INTERNAL,
          StatusCode.UNAVAILABLE,
          StatusCode.DATA_LOSS,
          StatusCode.OVERLOADED);

  private final Tracer tracer;
  private final TextMapPropagator propagator;
  private final Metadata metadata = new Metadata();

  /**
   * Makes the interceptor.
   *
   * @param telemetry where spans go, and what reads their context
   */
  public ServerTracing(OpenTelemetry telemetry) {
    tracer = CallSpan.tracer(telemetry);
    propagator = telemetry.getPropagators().getTextMapPropagator();
  }

  @Override
  public @Nullable Object intercept(Call call, Next next) throws Exception {
    // Not the thread's own context: what it did before has nothing to do with this call.
    Context caller = propagator.extract(Context.root(), call.metadata(), metadata);
    CallSpan span =
        CallSpan.start(tracer, SpanKind.SERVER, caller, call.service(), call.method(), ERRORS);
    Object value;
    try {
      value = span.context().wrap(next::proceed).call();
    } catch (Exception | Error e) {
      span.end(e);
      throw e;
    }
    if (value instanceof CompletionStage<?> stage) {
      // Not what depends on it: the cancel of the caller must reach the handler's own future.
      var unused = stage.whenComplete(span);
    } else {
      span.end(null);
    }
    return value;
  }

  /** Reads the context. */
  private static final class Metadata implements TextMapGetter<Map<String, String>> {
    @Override
    public Iterable<String> keys(Map<String, String> carrier) {
      return carrier.keySet();
    }

    @Override
    public @Nullable String get(@Nullable Map<String, String> carrier, String key) {
      return carrier == null ? null : carrier.get(key);
    }
  }
}
