package io.rpcstress.server.http;

import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.HeldBytes;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * The services of one format: {@code POST /greet}, {@code POST /put}, {@code POST /list-echo}.
 * Looks at the head of each request; {@link Call} does the rest. Used by many threads.
 */
final class CallHandler extends Handler.Abstract {
  private final Format format;
  private final Map<String, Format.Resource> services;
  private final CallCounter calls;
  private final Connections connections;
  private final WaitingBodies bodies;
  private final HeldBytes replies;
  private volatile boolean drains;

  /**
   * A handler.
   *
   * @param services by the path of the resource
   * @param replies large ones that were not taken
   * @param type blocking: Jetty gives each call to a thread of its pool, as it does unless it is
   *     told otherwise; non-blocking: the thread that read a request also answers it
   */
  CallHandler(
      Format format,
      Map<String, Format.Resource> services,
      CallCounter calls,
      Connections connections,
      WaitingBodies bodies,
      HeldBytes replies,
      InvocationType type) {
    super(type);
    this.format = format;
    this.services = Map.copyOf(services);
    this.calls = calls;
    this.connections = connections;
    this.bodies = bodies;
    this.replies = replies;
  }

  Format format() {
    return format;
  }

  CallCounter calls() {
    return calls;
  }

  WaitingBodies bodies() {
    return bodies;
  }

  /** Large replies that were not taken, of all connections. */
  HeldBytes replies() {
    return replies;
  }

  /** Whether replies ask their clients to close the connection. */
  boolean drains() {
    return drains;
  }

  /** From now on each reply ends its connection. */
  void drain() {
    drains = true;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    connections.called(request.getConnectionMetaData().getConnection().getEndPoint());
    long announced = request.getLength();
    Format.Resource service = services.get(request.getHttpURI().getCanonicalPath());
    int max = service == null ? 0 : service.maxBodyBytes();
    Call call =
        new Call(
            this,
            service,
            request,
            response,
            callback,
            announced >= 0 && announced <= max ? (int) announced : max);
    if (service == null) {
      String paths = String.join(" or ", new TreeSet<>(services.keySet()));
      call.refuse(HttpStatus.NOT_FOUND_404, "expected " + paths);
    } else if (HttpMethod.OPTIONS.is(request.getMethod())) {
      // No call: how a client of HTTP/2 changes to it before its first one.
      response.setStatus(HttpStatus.NO_CONTENT_204);
      response.getHeaders().put(HttpHeader.ALLOW, HttpMethod.POST.asString());
      callback.succeeded();
    } else if (!HttpMethod.POST.is(request.getMethod())) {
      response.getHeaders().put(HttpHeader.ALLOW, HttpMethod.POST.asString());
      call.refuse(HttpStatus.METHOD_NOT_ALLOWED_405, "expected POST");
    } else if (!isOfType(request.getHeaders().get(HttpHeader.CONTENT_TYPE))) {
      call.refuse(
          HttpStatus.UNSUPPORTED_MEDIA_TYPE_415,
          "expected a body of the type " + format.requestType());
    } else if (announced > max) {
      refuseTooLarge(call, max);
    } else {
      call.run();
    }
    return true;
  }

  /** Answers a call whose body is, or would be, longer than its operation needs. */
  void refuseTooLarge(Call call, int max) {
    call.refuse(HttpStatus.PAYLOAD_TOO_LARGE_413, "expected a body of at most " + max + " bytes");
  }

  private boolean isOfType(@Nullable String type) {
    if (type == null) {
      return false;
    }
    String expected = format.requestType();
    if (type.equals(expected)) {
      return true;
    }
    int end = type.indexOf(';');
    String bare = (end < 0 ? type : type.substring(0, end)).strip();
    return bare.toLowerCase(Locale.ROOT).equals(expected);
  }
}
