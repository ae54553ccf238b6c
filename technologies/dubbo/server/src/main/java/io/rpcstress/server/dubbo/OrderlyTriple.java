package io.rpcstress.server.dubbo;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http2.Http2FrameCodec;
import java.util.ArrayList;
import java.util.List;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.common.extension.Activate;
import org.apache.dubbo.remoting.ChannelHandler;
import org.apache.dubbo.remoting.api.ProtocolDetector;
import org.apache.dubbo.remoting.api.pu.ChannelHandlerPretender;
import org.apache.dubbo.remoting.api.pu.ChannelOperator;
import org.apache.dubbo.rpc.protocol.tri.TripleHttp2Protocol;

/**
 * Dubbo's Triple, but for a fault of 3.3.6: one of its handlers flushes as soon as the channel is
 * writable again, also amid a frame that is being written, and the client cannot read what follows.
 * Some hundred calls at a time on a connection are enough. Thread-safe; Dubbo finds it by its name,
 * in place of its own.
 */
@Activate
public final class OrderlyTriple extends TripleHttp2Protocol {

  @Override
  public void configServerProtocolHandler(URL url, ChannelOperator operator) {
    super.configServerProtocolHandler(
        url,
        new ChannelOperator() {
          @Override
          public void configChannelHandler(List<ChannelHandler> handlers) {
            operator.configChannelHandler(orderly(handlers));
          }

          @Override
          public ProtocolDetector.Result detectResult() {
            return operator.detectResult();
          }
        });
  }

  private static List<ChannelHandler> orderly(List<ChannelHandler> handlers) {
    List<ChannelHandler> orderly = new ArrayList<>();
    for (ChannelHandler each : handlers) {
      if (each instanceof ChannelHandlerPretender made
          && made.getRealHandler() instanceof Http2FrameCodec) {
        orderly.add(new ChannelHandlerPretender(new WritableLater()));
      }
      orderly.add(each);
    }
    return orderly;
  }

  /** Passes the event on when the frame is written. Confined to the connection's event loop. */
  private static final class WritableLater extends ChannelInboundHandlerAdapter {
    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
      context.executor().execute(context::fireChannelWritabilityChanged);
    }
  }
}
