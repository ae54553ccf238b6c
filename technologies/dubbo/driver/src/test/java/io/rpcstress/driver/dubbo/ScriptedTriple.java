package io.rpcstress.driver.dubbo;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2FrameStream;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.util.ReferenceCountUtil;
import io.rpcstress.driver.DriverContract;
import io.rpcstress.driver.LoopbackServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;

/** Answers each call of Triple as a test wants it, with messages by hand in Netty's HTTP/2. */
final class ScriptedTriple extends LoopbackServer {
  private static final int READ_BYTES = 8 * 1024;
  private static final int PREFIX_BYTES = 5;
  private static final int VALUE = 0x12;

  /** A string's length below this is one byte; others, up to 1023, are two, which begin so. */
  private static final int SHORTEST = 0x20;

  private static final int TWO_BYTES = 0x30;

  /** What it does with a call. */
  interface Script {
    void answer(String name, Answering answering) throws Exception;
  }

  private final Script script;

  ScriptedTriple(Script script) throws IOException {
    super(0);
    this.script = script;
    start();
  }

  /** A call that has arrived whole. */
  private record Request(String name, Http2FrameStream stream) {}

  @Override
  protected void serve(Socket socket) throws Exception {
    Queue<Request> requests = new ArrayDeque<>();
    EmbeddedChannel http2 =
        new EmbeddedChannel(Http2FrameCodecBuilder.forServer().build(), new Asking(requests));
    InputStream in = socket.getInputStream();
    byte[] read = new byte[READ_BYTES];
    for (int count = 0; count >= 0; count = in.read(read)) {
      http2.writeInbound(Unpooled.copiedBuffer(read, 0, count));
      send(http2, socket);
      for (Request each = requests.poll(); each != null; each = requests.poll()) {
        script.answer(each.name, new Answering(http2, socket, each.stream));
      }
    }
  }

  private static void send(EmbeddedChannel http2, Socket socket) throws IOException {
    for (ByteBuf out = http2.readOutbound(); out != null; out = http2.readOutbound()) {
      byte[] bytes = new byte[out.readableBytes()];
      out.readBytes(bytes).release();
      socket.getOutputStream().write(bytes);
    }
  }

  /** Puts the frames of each call together. */
  private static final class Asking extends ChannelInboundHandlerAdapter {
    private final Queue<Request> requests;
    private final Map<Http2FrameStream, ByteArrayOutputStream> bodies = new HashMap<>();

    private Asking(Queue<Request> requests) {
      this.requests = requests;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      if (message instanceof Http2DataFrame data) {
        ByteArrayOutputStream body =
            bodies.computeIfAbsent(data.stream(), none -> new ByteArrayOutputStream());
        byte[] more = new byte[data.content().readableBytes()];
        data.content().readBytes(more);
        body.writeBytes(more);
        if (data.isEndStream()) {
          requests.add(new Request(name(body.toByteArray()), data.stream()));
        }
      }
      ReferenceCountUtil.release(message);
    }

    /** The string within the wrapper, whose fields are short. */
    private static String name(byte[] body) {
      int at = PREFIX_BYTES;
      while (body[at] != VALUE) {
        at += 2 + body[at + 1];
      }
      at += 2;
      boolean two = body[at] >= TWO_BYTES;
      int length = two ? ((body[at] - TWO_BYTES) << Byte.SIZE) + (body[at + 1] & 0xFF) : body[at];
      return new String(body, at + (two ? 2 : 1), length, US_ASCII);
    }
  }

  /** What a script answers a call with. */
  static final class Answering implements DriverContract.Answering {
    private final EmbeddedChannel http2;
    private final Socket socket;
    private final Http2FrameStream stream;

    private Answering(EmbeddedChannel http2, Socket socket, Http2FrameStream stream) {
      this.http2 = http2;
      this.socket = socket;
      this.stream = stream;
    }

    /** A name of up to 1,000 characters of ASCII. */
    @Override
    public void greet(String name) throws IOException {
      byte[] text = ("hello, " + name).getBytes(UTF_8);
      ByteArrayOutputStream value = new ByteArrayOutputStream();
      if (text.length >= SHORTEST) {
        value.write(TWO_BYTES + (text.length >> Byte.SIZE));
      }
      value.write(text.length);
      value.writeBytes(text);
      respond(value.toByteArray());
    }

    /** What is written to it at once is the value of an answer. */
    @Override
    public OutputStream out() {
      return new OutputStream() {
        @Override
        public void write(int one) throws IOException {
          respond(new byte[] {(byte) one});
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
          respond(Arrays.copyOfRange(bytes, from, from + length));
        }
      };
    }

    private void respond(byte[] value) throws IOException {
      ByteArrayOutputStream wrapper = new ByteArrayOutputStream();
      field(wrapper, 0x0A, "hessian4".getBytes(US_ASCII));
      field(wrapper, VALUE, value);
      field(wrapper, 0x1A, "java.lang.String".getBytes(US_ASCII));
      message(wrapper.toByteArray());
    }

    /** A wrapper of any bytes. */
    void message(byte[] wrapper) throws IOException {
      ByteBuf body = Unpooled.buffer().writeByte(0).writeInt(wrapper.length).writeBytes(wrapper);
      http2.writeOutbound(
          new DefaultHttp2HeadersFrame(head(), false).stream(stream),
          new DefaultHttp2DataFrame(body).stream(stream));
      end(new DefaultHttp2Headers(), 0);
    }

    /** An error, without an answer. */
    void fail(int status, String why) throws IOException {
      end(head().add("grpc-message", why), status);
    }

    private static Http2Headers head() {
      return new DefaultHttp2Headers().status("200").add("content-type", "application/grpc+proto");
    }

    private void end(Http2Headers last, int status) throws IOException {
      last.add("grpc-status", Integer.toString(status));
      http2.writeOutbound(new DefaultHttp2HeadersFrame(last, true).stream(stream));
      send(http2, socket);
    }

    private static void field(ByteArrayOutputStream all, int tag, byte[] bytes) {
      all.write(tag);
      all.write(bytes.length);
      all.writeBytes(bytes);
    }
  }
}
