package io.rpcstress.server.dubbo;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufHolder;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.EmptyHttpHeaders;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The calls of a connection that speaks HTTP/1: one after the other, each handed on when its
 * request is whole. Behind a handler that keeps what was read when no more is wanted. Confined to
 * the connection's event loop.
 */
final class Http1Calls extends ChannelDuplexHandler implements TripleConnection.Served {
  private static final int CLIENT_ERROR = 400;

  private final RequestDecoder decoder;
  private @Nullable TripleConnection connection;
  private @Nullable CallBytes bytes;

  /** The one that was begun, or whose answer was not taken. */
  private CallBytes.@Nullable Call call;

  private @Nullable HttpRequest head;
  private long asked;
  private boolean open;
  private boolean replying;
  private boolean refused;
  private boolean last;

  /** When the request began, or its answer was written whole; ns. */
  private long since;

  private boolean answered;

  /** Those that a decoder reads. */
  Http1Calls(RequestDecoder decoder) {
    this.decoder = decoder;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    TripleConnection first = context.pipeline().get(TripleConnection.class);
    connection = first;
    bytes = first.serve(this);
  }

  @Override
  public boolean isBegun() {
    return decoder.isAmid() || (call != null && !open);
  }

  @Override
  public long asked() {
    return asked;
  }

  @Override
  public int open() {
    return open ? 1 : 0;
  }

  @Override
  public boolean owesSince(long nanoTime) {
    return call != null && (!open || answered) && since - nanoTime < 0;
  }

  @Override
  public boolean hasRoom() {
    return !open;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    try {
      if (refused || (last && head == null)) {
        return; // the connection ends behind what is whole
      }
      if (message instanceof HttpRequest request) {
        begin(context, request);
      }
      if (!refused && message instanceof HttpContent content) {
        append(context, content);
      }
    } finally {
      ReferenceCountUtil.release(message);
    }
  }

  private void begin(ChannelHandlerContext context, HttpRequest request) {
    if (request.decoderResult().isFailure()) {
      refuse(context, HttpResponseStatus.BAD_REQUEST);
      return;
    }
    CallHead looked =
        CallHead.of(
            request.method().asciiName(),
            request.uri(),
            request.headers().get(HttpHeaderNames.CONTENT_TYPE),
            request.headers().get(HttpHeaderNames.CONTENT_ENCODING),
            false);
    HttpResponseStatus refusal = looked.refusal();
    if (refusal == null && HttpUtil.getContentLength(request, 0L) > looked.maxBody()) {
      refusal = HttpResponseStatus.REQUEST_ENTITY_TOO_LARGE;
    }
    if (refusal != null) {
      refuse(context, refusal);
      return;
    }
    head = request;
    since = System.nanoTime();
    answered = false;
    replying = false;
    last = !HttpUtil.isKeepAlive(request);
    call = Objects.requireNonNull(bytes).begin(looked.maxBody(), 0); // one a connection
    if (HttpUtil.is100ContinueExpected(request)) {
      var unused = context.writeAndFlush(reply(HttpResponseStatus.CONTINUE));
    }
  }

  private void append(ChannelHandlerContext context, HttpContent content) {
    CallBytes.Call begun = call;
    HttpRequest request = head;
    if (begun == null || request == null) {
      return;
    }
    if (content.decoderResult().isFailure()) {
      refuse(context, HttpResponseStatus.BAD_REQUEST);
      return;
    }
    if (!begun.append(content.content())) {
      refuse(context, HttpResponseStatus.REQUEST_ENTITY_TOO_LARGE);
      return;
    }
    if (content instanceof LastHttpContent) {
      ByteBuf whole = begun.whole();
      if (whole == null) {
        refuse(context, HttpResponseStatus.SERVICE_UNAVAILABLE);
        return;
      }
      head = null;
      asked++;
      open = true;
      Objects.requireNonNull(connection).readWhereTaken();
      context.fireChannelRead(
          new DefaultFullHttpRequest(
              request.protocolVersion(),
              request.method(),
              request.uri(),
              whole,
              request.headers(),
              EmptyHttpHeaders.INSTANCE));
    }
  }

  /** Answers what is no call, and ends the connection: the rest of it is not worth reading. */
  private void refuse(ChannelHandlerContext context, HttpResponseStatus status) {
    TripleConnection first = Objects.requireNonNull(connection);
    refused = true;
    release();
    first.failed();
    FullHttpResponse answer = reply(status);
    answer.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
    answer.headers().setInt(HttpHeaderNames.CONTENT_LENGTH, 0);
    context
        .writeAndFlush(answer)
        .addListener((ChannelFutureListener) written -> first.endBehindAnswer());
  }

  private static FullHttpResponse reply(HttpResponseStatus status) {
    return new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status);
  }

  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
    TripleConnection first = Objects.requireNonNull(connection);
    if (message instanceof HttpResponse response && response.status().code() >= CLIENT_ERROR) {
      first.failed();
    }
    CallBytes.Call replied = call;
    int more = readable(message);
    if (replied != null && more > 0) {
      replied.reply(more, !replying);
      replying = true;
    }
    ChannelPromise heard = promise;
    if (message instanceof LastHttpContent && open) {
      since = System.nanoTime();
      answered = true;
      first.answered();
      heard = promise.unvoid();
      heard.addListener(written -> taken(first));
    }
    var unused = context.write(message, heard);
  }

  private static int readable(Object message) {
    if (message instanceof ByteBuf plain) {
      return plain.readableBytes();
    }
    return message instanceof ByteBufHolder holder ? holder.content().readableBytes() : 0;
  }

  private void taken(TripleConnection first) {
    release();
    open = false;
    if (last) {
      first.endBehindAnswer();
    } else {
      first.answered();
    }
  }

  private void release() {
    CallBytes.Call ended = call;
    if (ended != null) {
      call = null;
      ended.release();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    release();
    context.fireChannelInactive();
  }
}
