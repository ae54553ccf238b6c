package io.rpcstress.server.dubbo;

import io.netty.handler.codec.http.HttpResponseEncoder;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.netty.handler.flow.FlowControlHandler;
import java.util.ArrayList;
import java.util.List;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.remoting.ChannelHandler;
import org.apache.dubbo.remoting.api.ProtocolDetector;
import org.apache.dubbo.remoting.api.pu.ChannelHandlerPretender;
import org.apache.dubbo.remoting.api.pu.ChannelOperator;
import org.apache.dubbo.remoting.http12.netty4.h1.NettyHttp1Codec;
import org.apache.dubbo.remoting.http12.netty4.h1.NettyHttp1ConnectionHandler;
import org.apache.dubbo.rpc.protocol.tri.TripleHttp2Protocol;

/**
 * Triple's handlers of a connection, and among them those that bound what a peer may cost. Of
 * HTTP/1 nothing is left that would become another protocol (h2c by an upgrade, WebSocket): what a
 * connection begins with it stays. Thread-safe.
 */
final class BoundedTriple extends TripleHttp2Protocol {
  /** What Dubbo calls the protocol. */
  static final String NAME = "tri";

  @Override
  public void configServerProtocolHandler(URL url, ChannelOperator operator) {
    super.configServerProtocolHandler(
        url,
        new ChannelOperator() {
          @Override
          public void configChannelHandler(List<ChannelHandler> handlers) {
            operator.configChannelHandler(bounded(handlers));
          }

          @Override
          public ProtocolDetector.Result detectResult() {
            return operator.detectResult();
          }
        });
  }

  private static List<ChannelHandler> bounded(List<ChannelHandler> handlers) {
    return handlers.stream().anyMatch(each -> real(each) instanceof Http2FrameCodec)
        ? http2(handlers)
        : http1(handlers);
  }

  private static List<ChannelHandler> http1(List<ChannelHandler> handlers) {
    RequestDecoder decoder = new RequestDecoder();
    List<ChannelHandler> bounded = new ArrayList<>();
    bounded.add(new ChannelHandlerPretender(decoder));
    bounded.add(new ChannelHandlerPretender(new HttpResponseEncoder()));
    bounded.add(new ChannelHandlerPretender(new FlowControlHandler()));
    bounded.add(new ChannelHandlerPretender(new Http1Calls(decoder)));
    for (ChannelHandler each : handlers) {
      if (real(each) instanceof NettyHttp1Codec
          || real(each) instanceof NettyHttp1ConnectionHandler) {
        bounded.add(each);
      }
    }
    return bounded;
  }

  private static List<ChannelHandler> http2(List<ChannelHandler> handlers) {
    List<ChannelHandler> bounded = new ArrayList<>();
    for (ChannelHandler each : handlers) {
      bounded.add(each);
      if (real(each) instanceof Http2FrameCodec) {
        bounded.add(new ChannelHandlerPretender(new Http2Calls()));
      }
    }
    return bounded;
  }

  private static Object real(ChannelHandler handler) {
    return ((ChannelHandlerPretender) handler).getRealHandler();
  }
}
