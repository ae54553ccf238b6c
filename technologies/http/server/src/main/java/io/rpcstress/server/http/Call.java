package io.rpcstress.server.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.rpcstress.server.base.HeldBytes;
import io.rpcstress.server.base.services.OrderFailure;
import io.rpcstress.server.http.Format.UnreadableBodyException;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeoutException;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.Invocable;
import org.jspecify.annotations.Nullable;

/**
 * One request, from its head to its reply: reads the body as it comes, without a thread that waits
 * for it, and answers. Jetty runs it on one thread at a time, with a happens-before edge between
 * two runs; {@link #bodyIsLate} and {@link #dropBody} come from other threads.
 */
final class Call implements Invocable.Task {
  /** A body of more counts, however it comes, and a reply of more until it was taken; bytes. */
  private static final int LARGE_BYTES = 16 * 1024;

  private final CallHandler handler;

  /** What it asks; null where it asks for no resource of ours, and is to be refused. */
  private final Format.@Nullable Resource service;

  private final Request request;
  private final Response response;
  private final Callback callback;

  private final ArrivingBody body;

  /** Of a body that is waited for, or was, or is large; none of a small one that came at once. */
  private HeldBytes.@Nullable Holding held;

  /** The body is waited for no longer, and nobody may end the request for it. Guarded by this. */
  private boolean settled;

  /**
   * A call whose head was looked at.
   *
   * @param expected the length that the head announces; the greatest allowed where it announces
   *     none
   */
  Call(
      CallHandler handler,
      Format.@Nullable Resource service,
      Request request,
      Response response,
      Callback callback,
      int expected) {
    this.handler = handler;
    this.service = service;
    this.request = request;
    this.response = response;
    this.callback = callback;
    this.body = new ArrivingBody(expected);
  }

  @Override
  public InvocationType getInvocationType() {
    return handler.getInvocationType();
  }

  /** Reads what has come of the body; answers when that is all of it. */
  @Override
  public void run() {
    boolean waits = false;
    try {
      waits = !readToEnd();
    } finally {
      if (!waits) {
        letGo(); // however the call ended, also for want of memory
      }
    }
  }

  /** Returns false where more of the body is waited for; it may be running again by then. */
  private boolean readToEnd() {
    while (true) {
      Content.Chunk chunk = request.read();
      if (chunk == null) {
        hold(body.held());
        request.demand(this);
        return false;
      }
      if (Content.Chunk.isFailure(chunk)) {
        letGo();
        handler.calls().failed();
        callback.failed(chunk.getFailure());
        return true;
      }
      boolean fits;
      boolean last = chunk.isLast();
      try {
        fits = append(chunk.getByteBuffer());
      } finally {
        chunk.release();
      }
      if (!fits) {
        letGo();
        handler.refuseTooLarge(this, Objects.requireNonNull(service).maxBodyBytes());
        return true;
      }
      if (last) {
        answerOrRefuse();
        return true;
      }
    }
  }

  /** Room is taken before memory is: what others hold for it is dropped by then. */
  private boolean append(ByteBuffer bytes) {
    int more = bytes.remaining();
    if (!body.mayGrowBy(more)) {
      return false;
    }
    if (held != null || body.length() + more > LARGE_BYTES) {
      hold(body.heldWith(more));
    }
    body.append(bytes);
    return true;
  }

  private void hold(int bytes) {
    HeldBytes.Holding holding = held;
    if (holding == null) {
      holding = handler.bodies().admit(this);
      held = holding;
    }
    holding.set(bytes);
  }

  /** A large body is several times as much while it is answered; small ones always are. */
  private void answerOrRefuse() {
    HeldBytes.Holding holding = held;
    boolean mayBeKept = true;
    if (holding != null) {
      settle();
      if (body.length() > LARGE_BYTES) {
        mayBeKept = handler.bodies().arrived(this, holding);
      }
    }
    byte[] whole = mayBeKept ? body.whole() : null;
    if (whole == null || whole.length <= LARGE_BYTES) {
      letGo();
    }
    if (whole == null) {
      refuse(HttpStatus.SERVICE_UNAVAILABLE_503, "too many large bodies at a time: try again");
    } else {
      answer(whole);
    }
  }

  private synchronized void settle() {
    settled = true;
  }

  /** Nothing is held for the body any more. Any time but the first does nothing. */
  private void letGo() {
    HeldBytes.Holding holding = held;
    if (holding != null) {
      held = null;
      settle();
      body.drop();
      handler.bodies().leave(this, holding);
    }
  }

  /** Others need the room that the body has. Called by any thread; waits for nothing. */
  void dropBody() {
    body.drop();
  }

  /** Gives the body up. Called by any thread, maybe more than once. */
  synchronized void bodyIsLate() {
    if (!settled) { // or the request may be gone
      request.fail(new TimeoutException("the body did not arrive in time"));
    }
  }

  private void answer(byte[] whole) {
    Format.Resource asked = Objects.requireNonNull(service);
    byte[] reply;
    try {
      if (asked instanceof Format.LaterService later) {
        answerLater(later, whole);
        return;
      }
      reply = ((Format.Service) asked).answer(whole);
    } catch (UnreadableBodyException | IllegalArgumentException e) {
      refuse(HttpStatus.BAD_REQUEST_400, String.valueOf(e.getMessage()));
      return;
    }
    handler.calls().served();
    answer(HttpStatus.OK_200, reply);
  }

  private void answerLater(Format.LaterService later, byte[] whole) throws UnreadableBodyException {
    boolean closes =
        request.getHeaders().contains(HttpHeader.CONNECTION, HttpHeaderValue.CLOSE.asString());
    CompletionStage<byte[]> unused =
        later
            .begin(whole, !closes)
            .whenComplete(
                (reply, problem) -> {
                  if (problem == null) {
                    answer(HttpStatus.CREATED_201, reply);
                  } else {
                    OrderFailure failure = OrderFailure.of(problem);
                    refuse(status(failure), String.valueOf(failure.getMessage()));
                  }
                });
  }

  private static int status(OrderFailure failure) {
    return switch (failure.kind()) {
      case REFUSED -> HttpStatus.NOT_FOUND_404;
      case OVERLOADED -> HttpStatus.SERVICE_UNAVAILABLE_503;
      case PEER_FAILED -> HttpStatus.BAD_GATEWAY_502;
    };
  }

  private void answer(int status, byte[] reply) {
    response.setStatus(status);
    response.getHeaders().put(handler.format().replyType());
    send(reply);
  }

  /**
   * Answers with an error.
   *
   * @param why one line for the peer; nothing of what it sent
   */
  void refuse(int status, String why) {
    handler.calls().failed();
    response.setStatus(status);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/plain;charset=utf-8");
    send((why + "\n").getBytes(UTF_8));
  }

  private void send(byte[] bytes) {
    if (handler.drains()
        && request.getConnectionMetaData().getHttpVersion() != HttpVersion.HTTP_2) {
      response.getHeaders().put(HttpHeader.CONNECTION, HttpHeaderValue.CLOSE);
    }
    if (bytes.length <= LARGE_BYTES) {
      response.write(true, ByteBuffer.wrap(bytes), callback);
      return;
    }
    HeldBytes.Holding holding = handler.replies().hold(this::cut);
    holding.set(bytes.length);
    response.getHeaders().put(HttpHeader.CONTENT_LENGTH, bytes.length);
    new LargeReply(response, bytes, Callback.from(callback, holding::release)).iterate();
  }

  private void cut() {
    request.getConnectionMetaData().getConnection().getEndPoint().close();
  }

  /** What the peer asked, to be answered with further headers. */
  Response response() {
    return response;
  }
}
