package io.rpcstress.driver.rsocket;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.rsocket.DuplexConnection;
import io.rsocket.frame.FrameLengthCodec;
import io.rsocket.transport.ClientTransport;
import io.rsocket.transport.netty.RSocketLengthCodec;
import io.rsocket.transport.netty.TcpDuplexConnection;
import reactor.core.publisher.Mono;
import reactor.netty.tcp.TcpClient;

/**
 * RSocket's own transport, but that a frame which is too long or none ends the connection. There it
 * ends the reading alone, and a caller that waits for an answer waits on.
 */
record BoundedTcp(TcpClient client) implements ClientTransport {

  /** The longest frame with its length, bytes: half of what RSocket can say. */
  static final int MAX_FRAME_BYTES = FrameLengthCodec.FRAME_LENGTH_MASK / 2;

  /** The longest message that fits it, beside the name of its encoding. */
  static final int MAX_MESSAGE_BYTES = MAX_FRAME_BYTES - 1024;

  /** Its length, a stream's number, type and flags. */
  private static final int MIN_FRAME_BYTES = 9;

  @Override
  public int maxFrameLength() {
    return MAX_FRAME_BYTES;
  }

  @Override
  public Mono<DuplexConnection> connect() {
    return client
        .doOnConnected(
            connection ->
                connection
                    .addHandlerLast(new RSocketLengthCodec(MAX_FRAME_BYTES))
                    .addHandlerLast(new ClosesAtErrors()))
        .connect()
        .map(connection -> new TcpDuplexConnection("client", connection));
  }

  private static final class ClosesAtErrors extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext context, Object frame) {
      if (frame instanceof ByteBuf bytes && bytes.readableBytes() < MIN_FRAME_BYTES) {
        bytes.release();
        var unused = context.close();
      } else {
        context.fireChannelRead(frame);
      }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable tooLongOrLost) {
      var unused = context.close();
    }
  }
}
