package io.rpcstress.rpcx.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.rpcstress.rpcx.Limits;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A client that asks for nothing costs its event loop nothing. */
class IdleConnectionTest {
  private static final Duration IDLE = Duration.ofHours(4);

  @Test
  void anIdleConnectionHasNoTimerButTheOneOfItsIdleClose() {
    // A thread of its own: the server takes it for one of its event loops, for good.
    long nextNanos =
        CompletableFuture.supplyAsync(
                IdleConnectionTest::nextTimerOfAnIdleConnection, task -> new Thread(task).start())
            .join();
    assertThat(nextNanos).isBetween(IDLE.toNanos() / 2, IDLE.toNanos() * 2);
  }

  private static long nextTimerOfAnIdleConnection() {
    Server server = Servers.of(Limits.builder().idleTimeout(IDLE).build(), List.of());
    EmbeddedChannel channel = new EmbeddedChannel();
    try {
      ServerConnection connection = new ServerConnection(server, channel);
      var unusedPipeline = channel.pipeline().addLast(connection);
      connection.channelActive(channel.pipeline().context(connection));
      boolean unused =
          channel.writeInbound(
              Unpooled.wrappedBuffer(
                  io.rpcstress.rpcx.wire.Hello.ofServer(Limits.MAX_HELLO_BYTES, 0, false, false)
                      .frame()));
      ByteBuf hello = channel.readOutbound();
      hello.release();
      // The first look, at which nothing is found that has to end soon.
      channel.advanceTimeBy(1, TimeUnit.SECONDS);
      return channel.runScheduledPendingTasks();
    } finally {
      boolean unused = channel.finishAndReleaseAll();
      boolean unusedStopped = server.stop(0);
    }
  }
}
