package io.rpcstress.rpcx.opentelemetry;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.rpcstress.rpcx.RPCXException;
import io.rpcstress.rpcx.StatusCode;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The span of one call, with the names and attributes of OpenTelemetry's conventions for RPC. Ended
 * once, by any thread.
 */
final class CallSpan implements BiConsumer<@Nullable Object, @Nullable Throwable> {
  private static final String LIBRARY = "io.rpcstress.rpcx";
  private static final AttributeKey<String> SYSTEM = AttributeKey.stringKey("rpc.system.name");
  private static final AttributeKey<String> METHOD = AttributeKey.stringKey("rpc.method");
  private static final AttributeKey<String> STATUS =
      AttributeKey.stringKey("rpc.response.status_code");
  private static final AttributeKey<String> ERROR = AttributeKey.stringKey("error.type");

  private final Span span;
  private final Context context;
  private final Set<StatusCode> errors;

  private CallSpan(Span span, Context parent, Set<StatusCode> errors) {
    this.span = span;
    this.errors = errors;
    context = parent.with(span);
  }

  static Tracer tracer(OpenTelemetry telemetry) {
    return telemetry.getTracer(LIBRARY);
  }

  /**
   * Starts the span of a call.
   *
   * @param parent what the call is part of
   * @param errors the statuses that are errors on this side
   */
  static CallSpan start(
      Tracer tracer,
      SpanKind side,
      Context parent,
      String service,
      String method,
      Set<StatusCode> errors) {
    String name = service + "/" + method;
    return new CallSpan(
        tracer
            .spanBuilder(name)
            .setParent(parent)
            .setSpanKind(side)
            .setAttribute(SYSTEM, "rpcx")
            .setAttribute(METHOD, name)
            .startSpan(),
        parent,
        errors);
  }

  /** The context in which this span is the current one. */
  Context context() {
    return context;
  }

  @Override
  public void accept(@Nullable Object value, @Nullable Throwable problem) {
    end(problem);
  }

  /**
   * The call has ended.
   *
   * @param problem what it failed with, or null
   */
  void end(@Nullable Throwable problem) {
    StatusCode status = problem == null ? StatusCode.OK : StatusCode.ofFailure(problem);
    span.setAttribute(STATUS, status.name());
    if (problem != null && errors.contains(status)) {
      span.setAttribute(ERROR, status.name());
      span.setStatus(io.opentelemetry.api.trace.StatusCode.ERROR, description(problem));
    }
    span.end();
  }

  /** What RPCX reports; of anything else its type alone, as its message may hold anything. */
  private static String description(Throwable problem) {
    Throwable cause = problem;
    while (cause.getCause() != null && !(cause instanceof RPCXException)) {
      cause = cause.getCause();
    }
    return cause instanceof RPCXException chosen ? chosen.reason() : problem.getClass().getName();
  }
}
