package io.rpcstress.rpcx.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.channel.embedded.EmbeddedChannel;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * A frame that there is no memory for when it is to leave, as for a copy with types, is reported so
 * and left out: the frames around it leave whole.
 */
class UnwrittenFrameTest {
  /** A frame that cannot be made. */
  private static final class TooLarge implements Queued {
    private final OutOfMemoryError problem = new OutOfMemoryError("too large");
    private @Nullable Queued before;
    private int waiting;
    private @Nullable OutOfMemoryError reported;

    @Override
    public @Nullable Queued before() {
      return before;
    }

    @Override
    public void link(@Nullable Queued previous, int waitingBytes) {
      before = previous;
      waiting = waitingBytes;
    }

    @Override
    public int waitingBytes() {
      return waiting;
    }

    @Override
    public byte @Nullable [] take(RequestHeads heads) {
      throw problem;
    }

    @Override
    public void unwritten(RequestHeads heads, OutOfMemoryError missing) {
      reported = missing;
    }
  }

  @Test
  void theFramesAroundItLeave() {
    EmbeddedChannel channel = new EmbeddedChannel();
    RequestQueue queue = new RequestQueue(channel.eventLoop(), 1024, new RequestHeads(0));
    TooLarge lost = new TooLarge();
    push(queue, new QueuedFrame(new byte[] {1, 2}));
    push(queue, lost);
    push(queue, new QueuedFrame(new byte[] {3}));

    queue.openWith(channel);
    channel.runPendingTasks();

    assertThat(lost.reported).isSameAs(lost.problem);
    ByteBuf written = channel.readOutbound();
    try {
      byte[] bytes = new byte[written.readableBytes()];
      var unused = written.readBytes(bytes);
      assertThat(bytes).containsExactly(1, 2, 3);
    } finally {
      boolean unused = written.release();
    }
    boolean unused = channel.finishAndReleaseAll();
  }

  private static void push(RequestQueue queue, Queued frame) {
    assertThat(queue.push(frame, 2, false)).isEqualTo(RequestQueue.Outcome.QUEUED);
  }
}
