package io.rpcstress.rpcx.opentelemetry;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapPropagator;
import io.opentelemetry.context.propagation.TextMapSetter;
import io.rpcstress.rpcx.ClientInterceptor;
import io.rpcstress.rpcx.StatusCode;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Makes a CLIENT span of every call of a client, and sends its context along in the metadata, in
 * the form of the propagators that OpenTelemetry was set up with (usually W3C's {@code
 * traceparent}).
 *
 * <pre>{@code
 * RPCX rpcx = RPCX.builder().intercept(new ClientTracing(openTelemetry)).build();
 * }</pre>
 *
 * <p>The span is called {@code service/method}, after the published names, has the attributes
 * {@code rpc.system.name}, {@code rpc.method}, {@code rpc.response.status_code} and, after any end
 * but OK, {@code error.type}. It ends with the call, whether its method waits or returns a future;
 * that of a one-way call when the request is handed over. What does not fit into the metadata of a
 * call ({@link #MAX_ENTRIES}, {@link #MAX_BYTES}) does not travel. Thread-safe.
 */
public final class ClientTracing implements ClientInterceptor {
  /** Metadata entries beyond which no context is added: what one call can carry. */
  public static final int MAX_ENTRIES = 32;

  /** Longest entry of the context that travels, in bytes: what one call can carry. */
  public static final int MAX_BYTES = 4096;

  private static final Set<StatusCode> ERRORS = EnumSet.complementOf(EnumSet.of(StatusCode.OK));

  private final Tracer tracer;
  private final TextMapPropagator propagator;
  private final Metadata metadata = new Metadata();

  /**
   * Makes the interceptor.
   *
   * @param telemetry where spans go, and what propagates them
   */
  public ClientTracing(OpenTelemetry telemetry) {
    tracer = CallSpan.tracer(telemetry);
    propagator = telemetry.getPropagators().getTextMapPropagator();
  }

  @Override
  public CompletableFuture<@Nullable Object> intercept(Call call, Next next) {
    CallSpan span =
        CallSpan.start(
            tracer, SpanKind.CLIENT, Context.current(), call.service(), call.method(), ERRORS);
    try {
      propagator.inject(span.context(), call.metadata(), metadata);
      CompletableFuture<@Nullable Object> result = span.context().wrapSupplier(next::proceed).get();
      var unused = result.whenComplete(span);
      return result;
    } catch (RuntimeException | Error e) {
      span.end(e);
      throw e;
    }
  }

  /** Writes the context, as far as there is room. */
  private static final class Metadata implements TextMapSetter<Map<String, String>> {
    @Override
    public void set(@Nullable Map<String, String> carrier, String key, String value) {
      if (carrier != null
          && (carrier.size() < MAX_ENTRIES || carrier.containsKey(key))
          && fits(key)
          && fits(value)) {
        carrier.put(key, value);
      }
    }

    private static boolean fits(String part) {
      return part.length() <= MAX_BYTES
          && part.getBytes(StandardCharsets.UTF_8).length <= MAX_BYTES;
    }
  }
}
