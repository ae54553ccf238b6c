package io.rpcstress.rpcx.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.rpcstress.rpcx.Limits;
import io.rpcstress.rpcx.value.OwnCodecs;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A connection without calls costs its event loop nothing. */
class IdleConnectionTest {
  @Test
  void anIdleConnectionHasNoTimerButTheOneOfItsPing() {
    Duration ping = Duration.ofHours(4);
    Limits limits = Limits.builder().pingInterval(ping).build();
    DeadlineWatch watch = new DeadlineWatch();
    try (OpenedClient client = new OpenedClient(limits, OwnCodecs.NONE, 1, watch)) {
      boolean unused =
          client.channel.writeInbound(
              Unpooled.wrappedBuffer(
                  io.rpcstress.rpcx.wire.Hello.ofServer(1 << 20, 0, false, false).frame()));
      assertThat(client.connection.ready()).isTrue();
      client.channel.advanceTimeBy(1, TimeUnit.SECONDS);
      assertThat(client.channel.runScheduledPendingTasks())
          .isBetween(ping.toNanos() / 2, ping.toNanos());
    } finally {
      watch.stop();
    }
  }
}
