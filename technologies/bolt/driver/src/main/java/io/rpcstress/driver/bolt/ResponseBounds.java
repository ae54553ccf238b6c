package io.rpcstress.driver.bolt;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.rpcstress.contract.bolt.BoltFrame;
import java.nio.ByteBuffer;

/**
 * Follows the responses on a connection, and ends it where one is too long or none, before
 * SOFABolt's decoder waits for it. Confined to the connection's event loop.
 */
final class ResponseBounds extends ChannelInboundHandlerAdapter {
  private static final int CLASS_AT = BoltFrame.RESPONSE_HEAD_BYTES - BoltFrame.LENGTHS_BYTES;

  private final ByteBuffer head = ByteBuffer.allocate(BoltFrame.RESPONSE_HEAD_BYTES);
  private int left;

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (message instanceof ByteBuf bytes && !isBounded(bytes)) {
      bytes.release();
      var unused = context.close();
    } else {
      context.fireChannelRead(message);
    }
  }

  private boolean isBounded(ByteBuf bytes) {
    int at = bytes.readerIndex();
    while (at < bytes.writerIndex()) {
      if (left > 0) {
        int skipped = Math.min(left, bytes.writerIndex() - at);
        left -= skipped;
        at += skipped;
        continue;
      }
      head.put(bytes.getByte(at++));
      if (!head.hasRemaining()) {
        int named = head.getShort(CLASS_AT);
        int header = head.getShort(CLASS_AT + Short.BYTES);
        int content = head.getInt(CLASS_AT + Integer.BYTES);
        boolean response = head.get(0) == BoltFrame.PROTOCOL && head.get(1) == 0;
        if (!response
            || (named | header | content) < 0
            || named > BoltFrame.MAX_CLASS_BYTES
            || header > 0
            || content > BoltFrame.MAX_CONTENT_BYTES) {
          return false;
        }
        left = named + content;
        head.clear();
      }
    }
    return true;
  }
}
