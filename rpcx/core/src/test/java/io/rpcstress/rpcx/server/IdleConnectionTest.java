package io.rpcstress.rpcx.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.rpcstress.rpcx.Limits;
import io.rpcstress.rpcx.Method;
import io.rpcstress.rpcx.RPCXServer;
import io.rpcstress.rpcx.proto.RPCXRequest;
import io.rpcstress.rpcx.wire.Fields;
import io.rpcstress.rpcx.wire.Frames;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** A client that asks for nothing, or has gone, costs its event loop nothing. */
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
    return nextTimer(
        (channel, connection) -> {
          // The first look, at which nothing is found that has to end soon.
          channel.advanceTimeBy(1, TimeUnit.SECONDS);
        });
  }

  /** Answers at once, off the event loop. */
  @RPCXServer("later")
  public static final class Later {
    /** Is answered when the event loop goes on. */
    @Method("now")
    public CompletableFuture<String> now() {
      return CompletableFuture.completedFuture("now");
    }
  }

  @Test
  void aClientThatHasGoneLeavesNoTimerOfTheDeadlinesThatItChose() {
    long nextNanos =
        CompletableFuture.supplyAsync(
                IdleConnectionTest::nextTimerOfAClientThatHasGone, task -> new Thread(task).start())
            .join();
    assertThat(nextNanos).as("-1 for none").isEqualTo(-1);
  }

  private static long nextTimerOfAClientThatHasGone() {
    return nextTimer(
        (channel, connection) -> {
          for (int i = 1; i < 100; i++) {
            RPCXRequest request =
                RPCXRequest.newBuilder()
                    .setId(i)
                    .setService("later")
                    .setMethod("now")
                    .setDeadlineMs((int) Limits.MAX_DEADLINE_MILLIS - i)
                    .build();
            boolean unused =
                channel.writeInbound(
                    Unpooled.wrappedBuffer(Frames.of(Fields.REQUEST, request.toByteArray())));
          }
          assertThat(connection.busy()).as("all are answered").isFalse();
          connection.channelInactive(channel.pipeline().context(connection));
        });
  }

  private static long nextTimer(BiConsumer<EmbeddedChannel, ServerConnection> client) {
    Server server = Servers.of(Limits.builder().idleTimeout(IDLE).build(), List.of(), new Later());
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
      client.accept(channel, connection);
      return channel.runScheduledPendingTasks();
    } finally {
      boolean unused = channel.finishAndReleaseAll();
      boolean unusedStopped = server.stop(0);
    }
  }
}
