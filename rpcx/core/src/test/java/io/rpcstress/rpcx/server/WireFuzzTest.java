package io.rpcstress.rpcx.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * A bounded run of {@link WireFuzz}: as many cases on every machine, but no longer than it must.
 */
class WireFuzzTest {
  private static final long SEED = 20231128;
  private static final long CASES = 5_000;

  @Test
  void mutatedFramesBreakNothing() {
    WireFuzz fuzz = new WireFuzz(WireFuzz.CORPUS);
    try {
      // A thread of its own: the server takes it for one of its event loops, for good.
      CompletableFuture<Long> cases =
          CompletableFuture.supplyAsync(
              () -> fuzz.run(SEED, TimeUnit.SECONDS.toNanos(10), CASES),
              task -> new Thread(task).start());
      assertThat(cases.join()).isPositive();
    } finally {
      fuzz.stop();
    }
  }
}
