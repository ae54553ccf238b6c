package io.rpcstress.server.dubbo;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.DefaultHttp2WindowUpdateFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2FrameStream;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2ResetFrame;
import io.netty.handler.codec.http2.Http2StreamFrame;
import io.netty.util.AsciiString;
import io.netty.util.ReferenceCountUtil;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The calls of a connection that speaks HTTP/2: many at a time, each handed on when its request is
 * whole. Behind Netty's codec, before the streams that Dubbo serves. Confined to the connection's
 * event loop.
 */
final class Http2Calls extends ChannelDuplexHandler implements TripleConnection.Served {
  private static final AsciiString GRPC_STATUS = AsciiString.cached("grpc-status");
  private static final AsciiString GRPC_ENCODING = AsciiString.cached("grpc-encoding");
  private static final AsciiString OK = AsciiString.cached("200");
  private static final AsciiString ZERO = AsciiString.cached("0");

  /** What a head may take that does not count, bytes: more than those of usual clients. */
  private static final int USUAL_HEAD_BYTES = 512;

  /** What HTTP/2 counts for a header beside its name and its value, bytes. */
  private static final int HEADER_BYTES = 32;

  /** In the order in which they began. */
  private final Map<Http2FrameStream, Call> calls = new LinkedHashMap<>();

  private @Nullable TripleConnection connection;
  private @Nullable CallBytes bytes;
  private long asked;

  /** How many have not arrived whole. */
  private int begun;

  private boolean unflushed;

  /** Whether a call has ended since the last read. */
  private boolean progressed;

  /**
   * Whether a call's failure was written that is still to be flushed. Dubbo mostly does; where it
   * answers twice, it may leave the answer lying until the peer sends something else.
   */
  private boolean unsaid;

  /** One call. */
  private static final class Call {
    private final Http2HeadersFrame head;
    private final CallBytes.Call bytes;

    /** When it began, or its answer was written whole; ns. */
    private long since = System.nanoTime();

    private boolean whole;
    private boolean replying;
    private boolean answered;
    private boolean failed;

    private Call(Http2HeadersFrame head, CallBytes.Call bytes) {
      this.head = head;
      this.bytes = bytes;
    }
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    TripleConnection first = context.pipeline().get(TripleConnection.class);
    connection = first;
    bytes = first.serve(this);
  }

  @Override
  public boolean isBegun() {
    return begun > 0;
  }

  @Override
  public long asked() {
    return asked;
  }

  @Override
  public int open() {
    return calls.size() - begun;
  }

  @Override
  public boolean owesSince(long nanoTime) {
    for (Call call : calls.values()) {
      if ((!call.whole || call.answered) && call.since - nanoTime < 0) {
        return true;
      }
    }
    return false;
  }

  /** Always: who reads no more hears nothing of the window that its answers wait for. */
  @Override
  public boolean hasRoom() {
    return true;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (message instanceof Http2HeadersFrame head) {
      headers(context, head);
    } else if (message instanceof Http2DataFrame data) {
      try {
        data(context, data);
      } finally {
        data.release();
      }
    } else {
      if (message instanceof Http2ResetFrame reset) {
        end(reset.stream());
      }
      context.fireChannelRead(message);
    }
  }

  private static int beyondUsual(Http2Headers headers) {
    int bytes = 0;
    for (Map.Entry<CharSequence, CharSequence> each : headers) {
      bytes += each.getKey().length() + each.getValue().length() + HEADER_BYTES;
    }
    return Math.max(0, bytes - USUAL_HEAD_BYTES);
  }

  private void headers(ChannelHandlerContext context, Http2HeadersFrame frame) {
    Call known = calls.get(frame.stream());
    if (known != null) { // trailers
      if (frame.isEndStream()) {
        whole(context, frame.stream(), known);
      }
      return;
    }
    if (calls.size() >= TripleServer.MAX_STREAMS) {
      Objects.requireNonNull(connection).failed();
      reset(context, frame.stream(), Http2Error.REFUSED_STREAM);
      return;
    }
    Http2Headers headers = frame.headers();
    CharSequence encoding = headers.get(GRPC_ENCODING);
    CallHead looked =
        CallHead.of(
            headers.method(),
            headers.path(),
            headers.get(HttpHeaderNames.CONTENT_TYPE),
            encoding == null ? headers.get(HttpHeaderNames.CONTENT_ENCODING) : encoding,
            true);
    HttpResponseStatus refusal = looked.refusal();
    if (refusal != null) {
      refuse(context, frame.stream(), refusal, frame.isEndStream());
      return;
    }
    CallBytes.Call held =
        Objects.requireNonNull(bytes).begin(looked.maxBody(), beyondUsual(headers));
    Call call = new Call(frame, held);
    calls.put(frame.stream(), call);
    begun++;
    if (frame.isEndStream()) {
      whole(context, frame.stream(), call);
    }
  }

  private void data(ChannelHandlerContext context, Http2DataFrame frame) {
    int window = frame.initialFlowControlledBytes();
    if (window > 0) {
      var unused = context.write(new DefaultHttp2WindowUpdateFrame(window).stream(frame.stream()));
      unflushed = true;
    }
    Call call = calls.get(frame.stream());
    if (call == null || call.whole) {
      return; // it was refused
    }
    if (!call.bytes.append(frame.content())) {
      end(frame.stream());
      refuse(
          context,
          frame.stream(),
          HttpResponseStatus.REQUEST_ENTITY_TOO_LARGE,
          frame.isEndStream());
    } else if (frame.isEndStream()) {
      whole(context, frame.stream(), call);
    }
  }

  /** Hands a call on: Dubbo sees neither its head nor anything else of it before. */
  private void whole(ChannelHandlerContext context, Http2FrameStream stream, Call call) {
    ByteBuf body = call.bytes.whole();
    if (body == null) {
      end(stream);
      refuse(context, stream, HttpResponseStatus.SERVICE_UNAVAILABLE, true);
      return;
    }
    call.whole = true;
    begun--;
    asked++;
    context.fireChannelRead(
        new DefaultHttp2HeadersFrame(call.head.headers(), false).stream(stream));
    context.fireChannelRead(new WholeBody(body, stream));
  }

  private void refuse(
      ChannelHandlerContext context,
      Http2FrameStream stream,
      HttpResponseStatus status,
      boolean ended) {
    Objects.requireNonNull(connection).failed();
    Http2Headers headers = new DefaultHttp2Headers().status(status.codeAsText());
    var unused = context.write(new DefaultHttp2HeadersFrame(headers, true).stream(stream));
    unflushed = true;
    if (!ended) {
      reset(context, stream, Http2Error.NO_ERROR);
    }
  }

  private void reset(ChannelHandlerContext context, Http2FrameStream stream, Http2Error why) {
    var unused = context.write(new DefaultHttp2ResetFrame(why).stream(stream));
    unflushed = true;
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext context) {
    countOpen();
    if (unflushed) {
      unflushed = false;
      context.flush();
    }
    context.fireChannelReadComplete();
  }

  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
    ChannelPromise written = promise;
    if (message instanceof Http2StreamFrame frame) {
      Call call = calls.get(frame.stream());
      if (call == null || call.answered) {
        // Where Dubbo cannot read a message it answers twice, which the codec ends connections for.
        ReferenceCountUtil.release(message);
        promise.trySuccess();
        return;
      }
      written = replied(call, frame, promise);
    }
    var unused = context.write(message, written);
    if (unsaid) {
      unsaid = false;
      context.executor().execute(context::flush);
    }
  }

  private ChannelPromise replied(Call call, Http2StreamFrame frame, ChannelPromise promise) {
    boolean last = false;
    if (frame instanceof Http2DataFrame data) {
      call.bytes.reply(data.content().readableBytes(), !call.replying);
      call.replying = true;
      last = data.isEndStream();
    } else if (frame instanceof Http2HeadersFrame headers) {
      fail(call, !isOk(headers.headers()));
      last = headers.isEndStream();
    } else if (frame instanceof Http2ResetFrame) {
      fail(call, !call.answered);
      last = true;
    }
    if (!last) {
      return promise;
    }
    unsaid |= call.failed;
    call.answered = true;
    call.since = System.nanoTime();
    TripleConnection first = Objects.requireNonNull(connection);
    first.answered();
    ChannelPromise heard = promise.unvoid();
    heard.addListener(
        taken -> {
          end(frame.stream());
          first.answered();
        });
    return heard;
  }

  private void fail(Call call, boolean fails) {
    if (fails && !call.failed) {
      call.failed = true;
      Objects.requireNonNull(connection).failed();
    }
  }

  private static boolean isOk(Http2Headers headers) {
    CharSequence status = headers.status();
    CharSequence grpc = headers.get(GRPC_STATUS);
    return (status == null || OK.contentEquals(status))
        && (grpc == null || ZERO.contentEquals(grpc));
  }

  private void countOpen() {
    Objects.requireNonNull(bytes).open(begun, open(), progressed);
    progressed = false;
  }

  private void end(@Nullable Http2FrameStream stream) {
    Call ended = calls.remove(stream);
    if (ended != null) {
      begun -= ended.whole ? 0 : 1;
      ended.bytes.release();
      progressed = true;
      if (calls.size() <= CallBytes.FREE_CALLS) {
        countOpen(); // nothing more may be read for long
      }
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    calls.values().forEach(call -> call.bytes.release());
    calls.clear();
    begun = 0;
    countOpen();
    context.fireChannelInactive();
  }
}
