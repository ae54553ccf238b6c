package io.rpcstress.rpcx.client;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.netty.buffer.Unpooled;
import io.rpcstress.rpcx.Limits;
import io.rpcstress.rpcx.proto.RPCXReply;
import io.rpcstress.rpcx.value.OwnCodecs;
import io.rpcstress.rpcx.wire.ByteBudget;
import io.rpcstress.rpcx.wire.Fields;
import io.rpcstress.rpcx.wire.Frames;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** How long a server's frame may wait for memory counts from when it begins to, on its own. */
class WaitingFrameTest {
  private static final int SMALLER = 100 * 1024;
  private static final int LARGER = 300 * 1024;
  private static final int BYTES_PER_SECOND = 1024;
  private static final Duration GRACE = Duration.ofSeconds(10);
  private static final Limits LIMITS =
      Limits.builder()
          .maxReceivingBytes(4L * 1024 * 1024 + 1024)
          .partialFrameTimeout(GRACE)
          .minBytesPerSecond(BYTES_PER_SECOND)
          .build();

  private static byte[] reply(int bytes) {
    RPCXReply reply =
        RPCXReply.newBuilder().setResult(ByteString.copyFrom(new byte[bytes])).build();
    return Frames.of(Fields.REPLY, reply.toByteArray());
  }

  /** How long a frame may wait, in ns. */
  private static long most(byte[] frame) {
    return GRACE.toNanos() + TimeUnit.SECONDS.toNanos(frame.length) / BYTES_PER_SECOND;
  }

  @Test
  void theNextFrameIsNotJudgedByTheBeginOfTheOneBefore() {
    DeadlineWatch watch = new DeadlineWatch();
    try (OpenedClient client = new OpenedClient(LIMITS, OwnCodecs.NONE, 1, watch)) {
      byte[] first = reply(SMALLER);
      byte[] second = reply(LARGER);
      ByteBudget budget = client.endpoint.receiving();
      assertThat(budget.reserve(budget.max())).isTrue();
      // Decrypted or inflated, the second one begins before the first one has got its memory.
      boolean unused =
          client.channel.writeInbound(
              Unpooled.wrappedBuffer(
                  io.rpcstress.rpcx.wire.Hello.ofServer(1 << 22, 0, false, false).frame()),
              Unpooled.wrappedBuffer(first, 0, SMALLER / 2),
              Unpooled.wrappedBuffer(first, SMALLER / 2, first.length - SMALLER / 2),
              Unpooled.wrappedBuffer(second, 0, LARGER / 2));
      assertThat(client.handler.isReadingPaused()).isTrue();
      long firstWaits = System.nanoTime();
      assertThat(client.handler.waitedTooLong(firstWaits + most(first) + 1)).isTrue();

      long secondWaits = later(firstWaits);
      budget.release(first.length);
      client.channel.runPendingTasks();
      assertThat(budget.used()).isEqualTo(budget.max() - first.length);
      assertThat(client.handler.isReadingPaused()).as("the second one waits").isTrue();
      assertThat(client.handler.waitedTooLong(secondWaits + most(second))).isFalse();
      assertThat(client.handler.waitedTooLong(System.nanoTime() + most(second) + 1)).isTrue();

      budget.release(second.length);
      client.channel.runPendingTasks();
      assertThat(client.handler.isReadingPaused()).isFalse();
      assertThat(client.handler.waitedTooLong(Long.MAX_VALUE / 2)).isFalse();
    } finally {
      watch.stop();
    }
  }

  @Test
  void theWaitBeginsWhenTheFrameAsksForMemoryAndNotWithItsFirstByte() {
    DeadlineWatch watch = new DeadlineWatch();
    try (OpenedClient client = new OpenedClient(LIMITS, OwnCodecs.NONE, 1, watch)) {
      byte[] frame = reply(SMALLER);
      ByteBudget budget = client.endpoint.receiving();
      assertThat(budget.reserve(budget.max())).isTrue();
      // Of how long it is, a part: nothing to ask memory for.
      boolean unused =
          client.channel.writeInbound(
              Unpooled.wrappedBuffer(
                  io.rpcstress.rpcx.wire.Hello.ofServer(1 << 22, 0, false, false).frame()),
              Unpooled.wrappedBuffer(frame, 0, 2));
      assertThat(client.handler.isReadingPaused()).isFalse();

      long waits = later(System.nanoTime());
      boolean unusedToo =
          client.channel.writeInbound(Unpooled.wrappedBuffer(frame, 2, SMALLER / 2));
      assertThat(client.handler.isReadingPaused()).isTrue();
      assertThat(client.handler.waitedTooLong(waits + most(frame))).isFalse();
      assertThat(client.handler.waitedTooLong(System.nanoTime() + most(frame) + 1)).isTrue();
    } finally {
      watch.stop();
    }
  }

  /** A time after this one. */
  private static long later(long nanos) {
    long now = System.nanoTime();
    while (now <= nanos) {
      now = System.nanoTime();
    }
    return now;
  }
}
