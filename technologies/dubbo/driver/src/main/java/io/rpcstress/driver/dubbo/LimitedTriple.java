package io.rpcstress.driver.dubbo;

import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.netty.handler.codec.http2.Http2FrameStream;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2ResetFrame;
import io.netty.util.ReferenceCountUtil;
import io.rpcstress.contract.dubbo.DubboBounds;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.dubbo.common.URL;
import org.apache.dubbo.common.extension.Activate;
import org.apache.dubbo.remoting.ChannelHandler;
import org.apache.dubbo.remoting.api.ProtocolDetector;
import org.apache.dubbo.remoting.api.pu.ChannelHandlerPretender;
import org.apache.dubbo.remoting.api.pu.ChannelOperator;
import org.apache.dubbo.remoting.api.ssl.ContextOperator;
import org.apache.dubbo.rpc.protocol.tri.TripleHttp2Protocol;

/**
 * Triple's handlers of a client's connection, with one that bounds what an answer may hold.
 * Thread-safe; Dubbo finds it by its name, in place of its own.
 */
@Activate
public final class LimitedTriple extends TripleHttp2Protocol {
  /** An answer with its list, its wrapper and what gRPC has before it, bytes. */
  private static final int MAX_ANSWER_BYTES = DubboBounds.MAX_BODY_BYTES + 1024;

  /** For Dubbo. */
  public LimitedTriple() {}

  @Override
  public void configClientPipeline(URL url, ChannelOperator operator, ContextOperator context) {
    super.configClientPipeline(
        url,
        new ChannelOperator() {
          @Override
          public void configChannelHandler(List<ChannelHandler> handlers) {
            operator.configChannelHandler(limited(handlers));
          }

          @Override
          public ProtocolDetector.Result detectResult() {
            return operator.detectResult();
          }
        },
        context);
  }

  private static List<ChannelHandler> limited(List<ChannelHandler> handlers) {
    List<ChannelHandler> limited = new ArrayList<>();
    for (ChannelHandler each : handlers) {
      limited.add(each);
      if (each instanceof ChannelHandlerPretender made
          && made.getRealHandler() instanceof Http2FrameCodec) {
        limited.add(new ChannelHandlerPretender(new AnswerLimit()));
      }
    }
    return limited;
  }

  /** Ends a connection on which an answer is too long. Confined to the connection's event loop. */
  private static final class AnswerLimit extends ChannelDuplexHandler {
    /** What has come of those that have not ended, bytes. */
    private final Map<Http2FrameStream, Integer> open = new HashMap<>();

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      if (message instanceof Http2DataFrame data) {
        int all = open.merge(data.stream(), data.content().readableBytes(), Integer::sum);
        if (all > MAX_ANSWER_BYTES) {
          ReferenceCountUtil.release(message);
          // Past all handlers: the codec would wait for other answers, for seconds.
          var unused = context.pipeline().firstContext().close();
          return;
        }
        end(data.stream(), data.isEndStream());
      } else if (message instanceof Http2HeadersFrame headers) {
        end(headers.stream(), headers.isEndStream());
      } else if (message instanceof Http2ResetFrame reset) {
        end(reset.stream(), true);
      }
      context.fireChannelRead(message);
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
      if (message instanceof Http2ResetFrame reset) {
        end(reset.stream(), true);
      }
      var unused = context.write(message, promise);
    }

    private void end(Http2FrameStream stream, boolean ended) {
      if (ended) {
        open.remove(stream);
      }
    }
  }
}
