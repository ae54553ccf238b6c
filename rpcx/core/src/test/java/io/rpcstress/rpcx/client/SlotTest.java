package io.rpcstress.rpcx.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.rpcstress.rpcx.Limits;
import io.rpcstress.rpcx.RPCXException;
import io.rpcstress.rpcx.StatusCode;
import io.rpcstress.rpcx.value.OwnCodecs;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;

/** The place of a connection, while none is tried. */
class SlotTest {
  private static final Limits LIMITS =
      Limits.builder().backoffInitial(Duration.ofHours(1)).backoffMax(Duration.ofHours(1)).build();

  @Test
  void callersThatAreRefusedWhileItBacksOffDoNotWaitForEachOther() throws Exception {
    DeadlineWatch watch = new DeadlineWatch();
    try (OpenedClient client = new OpenedClient(LIMITS, OwnCodecs.NONE, 1, watch)) {
      Slot slot = client.endpoint.slots()[0];
      slot.lost(
          client.connection, RPCXException.withoutTrace(StatusCode.UNAVAILABLE, "it is gone"));
      Field lock = Slot.class.getDeclaredField("lock");
      lock.setAccessible(true);
      ReentrantLock held = (ReentrantLock) lock.get(slot);
      held.lock();
      try {
        CompletableFuture<RPCXException> refused =
            CompletableFuture.supplyAsync(
                () -> {
                  assertThat(slot.connection()).isNull();
                  return slot.unavailable();
                });
        assertThat(refused.get(20, TimeUnit.SECONDS))
            .hasMessageContaining("it is gone; next attempt in");
      } finally {
        held.unlock();
      }
    } finally {
      watch.stop();
    }
  }
}
