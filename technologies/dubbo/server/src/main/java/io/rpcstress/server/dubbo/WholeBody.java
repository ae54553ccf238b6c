package io.rpcstress.server.dubbo;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.DefaultByteBufHolder;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2FrameStream;
import org.jspecify.annotations.Nullable;

/**
 * All of a request's body as one frame, the stream's last. The window that its bytes took was given
 * back as they came, so that this takes none.
 */
final class WholeBody extends DefaultByteBufHolder implements Http2DataFrame {
  private @Nullable Http2FrameStream stream;

  WholeBody(ByteBuf content, @Nullable Http2FrameStream stream) {
    super(content);
    this.stream = stream;
  }

  @Override
  public boolean isEndStream() {
    return true;
  }

  @Override
  public int padding() {
    return 0;
  }

  @Override
  public int initialFlowControlledBytes() {
    return 0;
  }

  @Override
  public String name() {
    return "DATA";
  }

  @Override
  public @Nullable Http2FrameStream stream() {
    return stream;
  }

  @Override
  public WholeBody stream(Http2FrameStream other) {
    stream = other;
    return this;
  }

  @Override
  public WholeBody copy() {
    return replace(content().copy());
  }

  @Override
  public WholeBody duplicate() {
    return replace(content().duplicate());
  }

  @Override
  public WholeBody retainedDuplicate() {
    return replace(content().retainedDuplicate());
  }

  @Override
  public WholeBody replace(ByteBuf content) {
    return new WholeBody(content, stream);
  }

  @Override
  public WholeBody retain() {
    super.retain();
    return this;
  }

  @Override
  public WholeBody retain(int increment) {
    super.retain(increment);
    return this;
  }

  @Override
  public WholeBody touch() {
    super.touch();
    return this;
  }

  @Override
  public WholeBody touch(Object hint) {
    super.touch(hint);
    return this;
  }
}
