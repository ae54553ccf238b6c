package io.rpcstress.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rpcstress.contract.Message;
import io.rpcstress.contract.StreamDigest;
import io.rpcstress.contract.StreamRequest;
import io.rpcstress.contract.StreamSource;
import io.rpcstress.contract.json.StreamJson;
import io.rpcstress.server.base.CallCounter;
import io.rpcstress.server.base.services.OrderFailure;
import io.rpcstress.server.http.Format.StreamService;
import io.rpcstress.server.http.Format.UnreadableBodyException;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.concurrent.CompletionStage;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.IteratingCallback;
import org.eclipse.jetty.util.Promise;
import org.jspecify.annotations.Nullable;

/**
 * The services of one format: {@code POST /greet}, {@code POST /put}, {@code POST /list-echo},
 * {@code POST /message/<encoding>}, {@code POST /server-stream?<encoding>}, {@code POST
 * /client-stream?<encoding>}. Used by many threads.
 */
final class CallHandler extends Handler.Abstract {
  private final Format format;
  private final Map<String, Format.Resource> services;
  private final Message.Service messages;
  private final CallCounter calls;

  /**
   * A handler.
   *
   * @param type blocking: Jetty gives each call to a thread of its pool, which is its default;
   *     non-blocking: the thread that read a request also answers it
   */
  CallHandler(
      Format format,
      Map<String, Format.Resource> services,
      Message.Service messages,
      CallCounter calls,
      InvocationType type) {
    super(type);
    this.format = format;
    this.services = Map.copyOf(services);
    this.messages = messages;
    this.calls = calls;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    Format.Resource service = services.get(request.getHttpURI().getCanonicalPath());
    Exchange exchange = new Exchange(request, response, callback);
    if (service == null) {
      String paths = String.join(" or ", new TreeSet<>(services.keySet()));
      exchange.refuse(HttpStatus.NOT_FOUND_404, "expected " + paths);
    } else if (HttpMethod.OPTIONS.is(request.getMethod())) {
      // No call: how a client of HTTP/2 changes to it before its first one.
      response.setStatus(HttpStatus.NO_CONTENT_204);
      response.getHeaders().put(HttpHeader.ALLOW, HttpMethod.POST.asString());
      callback.succeeded();
    } else if (!HttpMethod.POST.is(request.getMethod())) {
      response.getHeaders().put(HttpHeader.ALLOW, HttpMethod.POST.asString());
      exchange.refuse(HttpStatus.METHOD_NOT_ALLOWED_405, "expected POST");
    } else if (!isOfType(requestType(service), request.getHeaders().get(HttpHeader.CONTENT_TYPE))) {
      exchange.refuse(
          HttpStatus.UNSUPPORTED_MEDIA_TYPE_415,
          "expected a body of the type " + requestType(service));
    } else if (request.getLength() > service.maxBodyBytes()) {
      exchange.refuseTooLarge(service);
    } else if (service == StreamService.FROM_CLIENT) {
      exchange.readStream();
    } else {
      exchange.read(service);
    }
    return true;
  }

  private String requestType(Format.Resource service) {
    HttpField own = service.ownType();
    return own == null ? format.requestType() : own.getValue();
  }

  private static boolean isOfType(String expected, @Nullable String type) {
    if (type == null) {
      return false;
    }
    if (type.equals(expected)) {
      return true;
    }
    int end = type.indexOf(';');
    String bare = (end < 0 ? type : type.substring(0, end)).strip();
    return bare.toLowerCase(Locale.ROOT).equals(expected);
  }

  private final class Exchange {
    private final Request request;
    private final Response response;
    private final Callback callback;

    Exchange(Request request, Response response, Callback callback) {
      this.request = request;
      this.response = response;
      this.callback = callback;
    }

    void read(Format.Resource service) {
      Content.Source.asByteArrayAsync(
          request,
          service.maxBodyBytes(),
          new Promise.Invocable<>() {
            @Override
            public InvocationType getInvocationType() {
              return CallHandler.this.getInvocationType();
            }

            @Override
            public void succeeded(byte[] body) {
              answer(service, body);
            }

            @Override
            public void failed(Throwable failure) {
              if (failure instanceof IllegalStateException) { // Jetty's of one that is too long
                closeBehindReply();
                refuseTooLarge(service);
              } else {
                calls.failed();
                callback.failed(failure);
              }
            }
          });
    }

    void readStream() {
      Received received;
      try {
        received = new Received(encoding());
      } catch (IllegalArgumentException none) {
        closeBehindReply();
        refuse(HttpStatus.BAD_REQUEST_400, String.valueOf(none.getMessage()));
        return;
      }
      carry(received);
    }

    /** Of a stream of a pack's messages; empty for filler. */
    private String encoding() {
      return Objects.requireNonNullElse(request.getHttpURI().getQuery(), "");
    }

    /** A stream may be long: no thread carries it that is to read other requests meanwhile. */
    private void carry(Runnable stream) {
      if (getInvocationType() == InvocationType.BLOCKING) {
        stream.run();
      } else {
        request.getContext().execute(stream);
      }
    }

    /** What is left of a body is not read, and must not fail the connection's next call. */
    private void closeBehindReply() {
      response.getHeaders().put(HttpHeader.CONNECTION, HttpHeaderValue.CLOSE.asString());
    }

    private void answer(Format.Resource service, byte[] body) {
      try {
        if (service == StreamService.FROM_SERVER) {
          StreamRequest stream =
              StreamJson.request(body, encoding(), messages)
                  .orElseThrow(() -> new UnreadableBodyException(StreamJson.EXPECTED));
          carry(new Sent(stream)::iterate);
          return;
        }
        if (service instanceof Format.LaterService later) {
          answerLater(later, body);
          return;
        }
        byte[] reply = ((Format.Service) service).rule().answer(body);
        calls.served();
        send(HttpStatus.OK_200, service, reply);
      } catch (UnreadableBodyException | IllegalArgumentException e) {
        refuse(HttpStatus.BAD_REQUEST_400, String.valueOf(e.getMessage()));
      }
    }

    private void answerLater(Format.LaterService later, byte[] body)
        throws UnreadableBodyException {
      boolean closes =
          request.getHeaders().contains(HttpHeader.CONNECTION, HttpHeaderValue.CLOSE.asString());
      CompletionStage<byte[]> unused =
          later
              .begin(body, !closes)
              .whenComplete(
                  (reply, problem) -> {
                    if (problem == null) {
                      send(HttpStatus.CREATED_201, later, reply);
                    } else {
                      OrderFailure failure = OrderFailure.of(problem);
                      refuse(status(failure), String.valueOf(failure.getMessage()));
                    }
                  });
    }

    private void send(int status, Format.Resource service, byte[] reply) {
      HttpField own = service.ownType();
      send(status, own == null ? format.replyType() : own, reply);
    }

    private void send(int status, HttpField type, byte[] reply) {
      response.setStatus(status);
      response.getHeaders().put(type);
      response.write(true, ByteBuffer.wrap(reply), callback);
    }

    void refuseTooLarge(Format.Resource service) {
      refuse(
          HttpStatus.PAYLOAD_TOO_LARGE_413,
          "expected a body of at most " + service.maxBodyBytes() + " bytes");
    }

    void refuse(int status, String why) {
      calls.failed();
      response.setStatus(status);
      response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/plain;charset=utf-8");
      response.write(true, ByteBuffer.wrap((why + "\n").getBytes(UTF_8)), callback);
    }

    /** A stream to the client: a line is made when Jetty has written the one before. */
    private final class Sent extends IteratingCallback {
      private final StreamSource source;

      Sent(StreamRequest stream) {
        source = new StreamSource(stream);
        response.setStatus(HttpStatus.OK_200);
        response.getHeaders().put(Format.LINES);
      }

      @Override
      protected Action process() {
        if (!source.hasNext()) {
          return Action.SUCCEEDED;
        }
        ByteBuffer line = ByteBuffer.wrap(StreamJson.line(source.next(), source.encoding()));
        if (!source.hasNext()) {
          calls.served(); // before the client can see the end
        }
        response.write(!source.hasNext(), line, this);
        return Action.SCHEDULED;
      }

      @Override
      protected void onCompleteSuccess() {
        callback.succeeded();
      }

      @Override
      protected void onCompleteFailure(Throwable cause) {
        if (source.hasNext()) {
          calls.failed();
        }
        callback.failed(cause);
      }
    }

    /** A stream from the client: Jetty reads no more of it than is taken here. */
    private final class Received implements Runnable {
      private final StreamDigest digest;
      private final StreamJson.Lines lines;

      Received(String encoding) {
        digest = new StreamDigest(encoding, messages);
        lines = new StreamJson.Lines(encoding, digest::receive);
      }

      @Override
      public void run() {
        Content.Chunk chunk = request.read();
        while (chunk != null && take(chunk)) {
          chunk = request.read();
        }
        if (chunk == null) {
          request.demand(this);
        }
      }

      /** Takes a part; whether another one may follow. */
      private boolean take(Content.Chunk part) {
        if (Content.Chunk.isFailure(part)) {
          calls.failed();
          callback.failed(part.getFailure());
          return false;
        }
        try {
          lines.read(part.getByteBuffer());
          if (!part.isLast()) {
            return true;
          }
          lines.end();
          calls.served();
          send(HttpStatus.OK_200, format.replyType(), StreamJson.written(digest));
        } catch (StreamJson.UnreadableException | IllegalArgumentException e) {
          closeBehindReply();
          refuse(HttpStatus.BAD_REQUEST_400, String.valueOf(e.getMessage()));
        } finally {
          part.release();
        }
        return false;
      }
    }
  }

  private static int status(OrderFailure failure) {
    return switch (failure.kind()) {
      case REFUSED -> HttpStatus.NOT_FOUND_404;
      case OVERLOADED -> HttpStatus.SERVICE_UNAVAILABLE_503;
      case PEER_FAILED -> HttpStatus.BAD_GATEWAY_502;
    };
  }
}
