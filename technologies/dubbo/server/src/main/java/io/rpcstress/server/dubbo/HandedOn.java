package io.rpcstress.server.dubbo;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.buffer.UnpooledHeapByteBuf;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The requests that Dubbo has and has not read: they wait for one of its threads also where their
 * calls were reset, or their connections are gone. Thread-safe.
 */
final class HandedOn {
  private final long max;
  private final AtomicLong bytes = new AtomicLong();

  /**
   * None yet.
   *
   * @param max what they may be long together, bytes; one always may be there
   */
  HandedOn(long max) {
    this.max = max;
  }

  /**
   * One more, until it is released.
   *
   * @return null where it would be too much
   */
  @Nullable ByteBuf add(byte[] request, int length) {
    long all = bytes.addAndGet(length);
    if (all > max && all > length) {
      bytes.addAndGet(-length);
      return null;
    }
    return new Request(request, length);
  }

  private final class Request extends UnpooledHeapByteBuf {
    private final int length;

    Request(byte[] request, int length) {
      super(UnpooledByteBufAllocator.DEFAULT, request, request.length);
      this.length = length;
      var unused = writerIndex(length);
    }

    @Override
    protected void freeArray(byte[] array) {
      bytes.addAndGet(-length);
    }
  }
}
