package io.rpcstress.server.dubbo;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.List;

/** Reads HTTP/1, and tells where a request is begun. Confined to the connection's event loop. */
final class RequestDecoder extends HttpRequestDecoder {
  private static final int MAX_LINE_BYTES = 1024;
  private static final int MAX_CHUNK_BYTES = 8 * 1024;

  private boolean begun;

  /** One that has seen nothing. */
  RequestDecoder() {
    super(MAX_LINE_BYTES, TripleServer.MAX_HEAD_BYTES, MAX_CHUNK_BYTES);
  }

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out)
      throws Exception {
    int before = in.readableBytes();
    int had = out.size();
    super.decode(context, in, out);
    if (out.size() > had) {
      begun = !(out.get(out.size() - 1) instanceof LastHttpContent);
    } else {
      begun |= in.readableBytes() < before;
    }
  }

  /** Whether the rest of a request is still to come. Asked behind a read. */
  boolean isAmid() {
    return begun || actualReadableBytes() > 0;
  }
}
